import { describe, expect, it } from 'vitest'

import { settingNames, warnOfMisspeltSettings } from './config.ts'

function warningsOf(env: Record<string, string>): { meant: readonly string[]; words: string }[] {
  const warnings: { meant: readonly string[]; words: string }[] = []
  warnOfMisspeltSettings({ warn: ({ meant }, words) => void warnings.push({ meant, words }) }, env)
  return warnings
}

const meantBy = (name: string) => warningsOf({ [name]: 's3cret' })[0]?.meant

describe('a name in the environment', () => {
  it.each([
    ['SEND_PER_SECONDS', 'SEND_PER_SECOND'],
    ['SEND_PRE_SECOND', 'SEND_PER_SECOND'],
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SITE-NAME', 'SITE_NAME'],
    ['SUPRESION_KEY', 'SUPPRESSION_KEY'],
    ['PROT', 'PORT'],
    ['HOSTS', 'HOST'],
    ['log_level', 'LOG_LEVEL'],
    ['TWELVE_DATA_KEY', 'TWELVE_DATA_API_KEY'],
    ['SMPT_URL_FILE', 'SMTP_URL_FILE'],
    ['HEARTBEAT_ULR_FILE', 'HEARTBEAT_URL_FILE'],
    ['secert_key_file', 'SECRET_KEY_FILE'],
  ])('%s is recognized as a misspelt %s', (name, meant) => {
    expect(meantBy(name)).toEqual([meant])
  })

  it('may match several settings that share its prefix', () => {
    expect(meantBy('SMTP_PASSWORD')).toEqual([
      'SMTP_URL',
      'SMTP_CONNECTIONS',
      'SMTP_CONNECT_SECONDS',
      'SMTP_ANSWER_SECONDS',
    ])
    expect(meantBy('LLM_TIMEOUT')).toEqual(['LLM_TIMEOUT_SECONDS', 'LLM_CHECK_TIMEOUT_SECONDS'])
    expect(meantBy('LLM_URL')).toEqual(['LLM_BASE_URL', 'LLM_CHECK_BASE_URL'])
  })

  it.each(
    [
      'HOME HOSTNAME PATH PWD USER TERM LANG MAIL EDITOR SHELL LOGNAME TZ CI NODE DEBUG HOSTTYPE SHLVL _',
      'NODE_OPTIONS NODE_VERSION NODE_EXTRA_CA_CERTS YARN_VERSION INIT_CWD npm_config_user_agent http_proxy NO_PROXY',
      'TEST_FILE LOG_FILE PID_FILE SSL_CERT_FILE POSTGRES_USER POSTGRES_DB POSTGRES_CPUS PGHOST DATABASE_NAME',
      'APP_CPUS MODEL_CPUS COMPOSE_PROJECT_NAME COMPOSE_PROFILES APP_SCALE APP_PORTS',
      'LOG_FORMAT DATA_ROOT BASE_URL KUBERNETES_SERVICE_HOST SMTP_SERVICE_HOST SMTP_PORT_25_TCP_ADDR SMTP_PORT',
    ].flatMap((names) => names.split(' ')),
  )('%s is left alone as another program’s', (name) => {
    expect(meantBy(name)).toBeUndefined()
  })

  it('is not reported if it is a setting or has no value', () => {
    expect(warningsOf(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([])
    expect(warningsOf({ SEND_PER_SECONDS: ' ' })).toEqual([])
  })

  it('is reported by name, never with its value', () => {
    expect(warningsOf({ SMTP_UR: 's3cret', SECRETKEY: 's3cret' })).toEqual([
      {
        meant: ['SMTP_URL'],
        words: 'SMTP_UR is not a setting and does nothing; SMTP_URL was probably meant',
      },
      {
        meant: ['SECRET_KEY'],
        words: 'SECRETKEY is not a setting and does nothing; SECRET_KEY was probably meant',
      },
    ])
  })
})
