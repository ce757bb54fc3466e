import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'

const mediaSchema = z.object({ schema: z.looseObject({}), example: z.unknown().optional() })
const contentSchema = z.record(z.string(), mediaSchema)
const responseSchema = z.object({
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).optional(),
  content: contentSchema.optional(),
})
const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), required: z.boolean().optional() })).optional(),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), responseSchema),
})
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

/** One described operation, with functions that check requests and answers against it. */
export interface DescribedOperation {
  /** E.g. 'get /stocks/{ticker}'. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly responses: Readonly<Record<string, z.infer<typeof responseSchema>>>
  /** @returns what is wrong with an answer's body; undefined if nothing */
  findFault(status: number, type: string, body: unknown): string | undefined
  findHeaderFault(status: number, headers: Readonly<Record<string, unknown>>): string | undefined
  acceptsBody(type: string, body: unknown): boolean
  /** @param value  undefined if the parameter is left out */
  acceptsParameter(name: string, value: string | undefined): boolean
  /** Checks each example against its schema. */
  listExamples(): { name: string; fault: string | undefined }[]
}

/** Reads a published description like a program that knows nothing else about the API. */
export function readOpenApi(published: unknown): DescribedOperation[] {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(published as object, 'api')
  const { paths } = documentSchema.parse(published)

  const findFaultAt = (pointer: readonly string[], value: unknown): string | undefined => {
    const escaped = pointer.map((step) =>
      encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.compile({ $ref: `api#/${escaped.join('/')}` })
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }

  const describe = (path: string, method: string): DescribedOperation => {
    const operation = operationSchema.parse(paths[path]?.[method])
    const { responses, parameters = [], requestBody } = operation
    const here = ['paths', path, method]
    return {
      name: `${method} ${path}`,
      method,
      path,
      responses,
      findFault(status, type, body) {
        const content = responses[status]?.content
        if (content === undefined) return body === undefined ? undefined : `${status} has no body`
        if (!(type in content)) return `${status} is not described as ${type}`
        return findFaultAt([...here, 'responses', String(status), 'content', type, 'schema'], body)
      },
      findHeaderFault(status, headers) {
        for (const [name, { required }] of Object.entries(responses[status]?.headers ?? {})) {
          const value = headers[name.toLowerCase()]
          if (value === undefined && required) return `${name} is missing`
          if (value === undefined) continue
          const fault = findFaultAt([...here, 'responses', String(status), 'headers', name, 'schema'], value)
          if (fault !== undefined) return `${name}: ${fault}`
        }
        return undefined
      },
      acceptsBody: (type, body) =>
        findFaultAt([...here, 'requestBody', 'content', type, 'schema'], body) === undefined,
      acceptsParameter(name, value) {
        const index = parameters.findIndex((parameter) => parameter.name === name)
        if (value === undefined) return parameters[index]?.required !== true
        return findFaultAt([...here, 'parameters', String(index), 'schema'], value) === undefined
      },
      listExamples() {
        const places = [
          ...Object.entries(responses).map(([status, { content }]) => ({
            content,
            at: ['responses', status, 'content'],
          })),
          { content: requestBody?.content, at: ['requestBody', 'content'] },
        ]
        return places.flatMap(({ content, at }) =>
          Object.entries(content ?? {}).flatMap(([type, { example }]) =>
            example === undefined
              ? []
              : [
                  {
                    name: `${method} ${path} ${at.join(' ')}`,
                    fault: findFaultAt([...here, ...at, type, 'schema'], example),
                  },
                ],
          ),
        )
      },
    }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => describe(path, method)),
  )
}
