import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { ConfigError, loadConfig } from '../config/config.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { randomKey } from '../config/local-keys.ts'
import { productionProblems } from '../config/production.ts'

/** What only the operator knows, in the order of the questions. */
export const initQuestions = [
  { name: 'SITE_URL', meaning: 'Public address of the site', example: 'https://lunchpail.example.com' },
  {
    name: 'SMTP_URL',
    meaning: 'Mail server that sends the newsletter',
    example: 'smtps://user:password@mail.example.com:465',
  },
  { name: 'MAIL_FROM', meaning: 'Sender of the mail', example: 'Lunchpail <monday@example.com>' },
  { name: 'CONTACT_EMAIL', meaning: 'Public contact address', example: 'hello@example.com' },
  { name: 'OPERATOR_NAME', meaning: 'Person or company that runs this copy', example: 'Jane Doe' },
  {
    name: 'POSTAL_ADDRESS',
    meaning: 'Postal address at the foot of every newsletter',
    example: '123 Example Street, Springfield, IL 62701, USA',
  },
  {
    name: 'OPERATORS',
    meaning:
      'Addresses that may sign in to the desk at /desk, where editions are seen, held and released by phone, with commas between them; empty for no desk',
    example: 'jane@example.com',
    isOptional: true,
  },
  {
    name: 'TRUST_PROXY',
    meaning: 'How many proxies stand in front (one that does TLS, such as Caddy, is 1); empty for none',
    example: '1',
    isOptional: true,
  },
  {
    name: 'SUBSCRIBE_CONFIRM',
    meaning:
      'Must a new address follow a link before it gets mail? Without that anybody can sign up anybody else (list bombing), and in the EU you must be able to show that the owner agreed: true or false',
    example: 'true',
    isOptional: true,
  },
  {
    name: 'DATABASE_URL',
    meaning: 'A Postgres of your own, to run without containers; empty for that of docker compose',
    example: 'postgres://lunchpail:password@localhost:5432/lunchpail',
    isOptional: true,
  },
] as const satisfies readonly {
  name: string
  meaning: string
  example: string
  /** Production can start without it. */
  isOptional?: true
}[]

export type InitQuestion = (typeof initQuestions)[number]
export type InitAnswers = Partial<Record<InitQuestion['name'], string>>

/** The answer that leaves a needed setting empty. */
const LATER = 'later'

/** What `docker compose --profile dev up` needs for a trial on one machine; mail is caught by Mailpit. */
const TRIAL_ANSWERS: InitAnswers = {
  SITE_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://mailpit:1025',
  MAIL_FROM: 'Lunchpail <monday@lunchpail.test>',
  CONTACT_EMAIL: 'contact@lunchpail.test',
  OPERATOR_NAME: 'Local trial',
  POSTAL_ADDRESS: 'Local trial, no postal address',
}

export interface InitOptions {
  /** Where .env is written. */
  directory: string
  /** The answers given on the command line. */
  answers: InitAnswers
  /** 'trial' fills in missing answers for a trial on this machine. */
  purpose: 'production' | 'trial'
  /** Asks a person for missing answers, again with the reason until one is usable. If left out, nothing is asked.
   *  @param why  why the last answer cannot be used */
  ask?: (question: InitQuestion, why?: string) => Promise<string>
  /** Prints one line for the operator. */
  tell: (line: string) => void
}

/** Writes a .env with fresh keys that only its owner can read. Never touches an existing one.
 *  @throws InvalidInputError if one exists, or naming all unusable answers */
export async function initEnvFile(options: InitOptions): Promise<void> {
  const file = path.join(options.directory, '.env')
  if (existsSync(file)) throw alreadyThere(file)
  const answers = await completeAnswers(options)
  checkAnswers(answers)
  const text = composeEnvFile(answers, {
    SECRET_KEY: randomKey(),
    SUPPRESSION_KEY: randomKey(),
    POSTGRES_PASSWORD: randomKey(),
  })
  writeNew(file, text)
  const missing = initQuestions.flatMap((question) =>
    'isOptional' in question || answers[question.name] !== undefined ? [] : [question.name],
  )
  const isForCompose = answers.DATABASE_URL === undefined
  for (const line of report(file, missing, { purpose: options.purpose, isForCompose })) options.tell(line)
}

async function completeAnswers({ answers, purpose, ask }: InitOptions): Promise<InitAnswers> {
  const complete: InitAnswers = {}
  for (const question of initQuestions) {
    const { name } = question
    const given = answers[name] ?? (purpose === 'trial' ? TRIAL_ANSWERS[name] : undefined)
    const answer = given === undefined && ask ? await askUntilUsable(question, ask) : tidy(name, given ?? '')
    if (answer !== '') complete[name] = answer
  }
  return complete
}

/** @returns '' for a setting that is to stay empty */
async function askUntilUsable(question: InitQuestion, ask: NonNullable<InitOptions['ask']>): Promise<string> {
  const { name } = question
  const isOptional = 'isOptional' in question
  let why: string | undefined
  for (;;) {
    const answer = tidy(name, await ask(question, why))
    if (answer === '' ? isOptional : answer === LATER && !isOptional) return ''
    why =
      answer === ''
        ? `${name} is needed: without it the site does not start in production. Type "${LATER}" to leave it empty for now.`
        : findProblem(name, answer)
    if (why === undefined) return answer
  }
}

/** Why an answer cannot be used; undefined if it can. */
function findProblem(name: InitQuestion['name'], answer: string): string | undefined {
  try {
    loadConfig({ [name]: answer })
    quote(name, answer)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n')
    if (error instanceof InvalidInputError) return error.message
    throw error
  }
  return productionProblems({ [name]: answer }).find(
    (problem) => problem.startsWith(`${name} `) && !problem.startsWith(`${name} is missing`),
  )
}

const tidy = (name: InitQuestion['name'], answer: string) =>
  name === 'SUBSCRIBE_CONFIRM' ? asFlag(answer.trim()) : answer.trim()

/** Converts the yes or no that a person types. */
const asFlag = (answer: string) =>
  answer
    .replace(/^y(?:es)?$/i, 'true')
    .replace(/^no?$/i, 'false')
    .toLowerCase()

function checkAnswers(answers: InitAnswers): void {
  try {
    loadConfig(answers)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new InvalidInputError(error.message, { cause: error })
  }
}

function composeEnvFile(
  answers: InitAnswers,
  keys: Record<'SECRET_KEY' | 'SUPPRESSION_KEY' | 'POSTGRES_PASSWORD', string>,
): string {
  const asked = initQuestions.flatMap((question) => {
    const { name, meaning, example } = question
    const answer = answers[name]
    if (answer !== undefined) return [`# ${meaning}\n${name}=${quote(name, answer)}`]
    return 'isOptional' in question
      ? []
      : [`# ${meaning}, needed in production, for example ${example}\n${name}=`]
  })
  return `${[
    '# Written by `lunchpail init`. Keep it to yourself, and keep a copy in a safe place.\n# .env.example tells of every other setting.',
    ...asked,
    `# Signs links in mail, and cookies\nSECRET_KEY=${keys.SECRET_KEY}`,
    `# Keys the hashes of addresses that must get no mail: never change or lose it\nSUPPRESSION_KEY=${keys.SUPPRESSION_KEY}`,
    answers.DATABASE_URL === undefined
      ? `# The database of docker-compose.yml; read when its volume is first made\nPOSTGRES_PASSWORD=${keys.POSTGRES_PASSWORD}`
      : '# Asks for everything that readers need\nNODE_ENV=production',
  ].join('\n\n')}\n`
}

/** Node and Docker Compose read .env alike only within limits: Compose expands $ outside single quotes. */
function quote(name: string, value: string): string {
  if (/^[\w.:/@+-]+$/.test(value)) return value
  if (!/['\r\n]/.test(value)) return `'${value}'`
  if (!/["$\\\r\n]/.test(value)) return `"${value}"`
  throw new InvalidInputError(
    `${name} cannot be written to .env: a line break, or ' together with one of " $ \\`,
  )
}

function writeNew(file: string, text: string): void {
  try {
    // 'wx' decides a race with another init; the mode keeps the keys from other users of the machine.
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file)
    throw error
  }
}

function alreadyThere(file: string): InvalidInputError {
  return new InvalidInputError(
    `${file} is already there and stays as it is: its keys cannot be made again. Move it away to start afresh.`,
  )
}

function report(
  file: string,
  missing: readonly InitQuestion['name'][],
  { purpose, isForCompose }: { purpose: InitOptions['purpose']; isForCompose: boolean },
): string[] {
  const written = `Wrote ${file} with fresh keys. Keep a copy of SUPPRESSION_KEY: it is never made again.`
  if (purpose === 'trial') {
    return [
      written,
      'Next: docker compose --profile dev up (the site on http://localhost:3000, its mail on http://localhost:8025).',
      'CONTACT_EMAIL is what the data sources see of you: put your own address there before you collect from the SEC.',
    ]
  }
  const lacking = missing.length === 0 ? [] : [`Still empty, and needed in production: ${missing.join(', ')}`]
  const next = missing.length === 0 ? 'Next: ' : 'Next: fill that in, then '
  return isForCompose
    ? [
        written,
        ...lacking,
        `${next}docker compose up -d`,
        'Commands then run in the container: docker compose exec app lunchpail --help',
      ]
    : [
        written,
        ...lacking,
        `${next}npm ci --include=dev && npm start`,
        'Commands: npm run -s lunchpail -- --help',
      ]
}
