import {
  type Call,
  calls,
  contractVersion,
  describeCall,
  errorReply,
  jsonSchemaOf,
  refusalsOf,
  statusOf,
} from '@sitwell/contract'
import { mediaTypeOf, pathOf, replyTypeOf } from './register.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

const parametersOf = (schema: unknown, place: 'path' | 'query') => {
  // What `describeCall` makes of an object's schema.
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: type,
  }))
}

const errorsOf = (call: Call) => {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => statusOf[code])
  return [...byStatus].map(([status, codes]) => [
    String(status),
    { description: codes.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ])
}

const withFile = (schema: unknown, file: string) => {
  // What `describeCall` makes of an object's schema.
  const { properties = {}, required = [], ...rest } = (schema ?? {}) as ObjectSchema
  return { ...rest, properties: { ...properties, [file]: { type: 'string', format: 'binary' } }, required: [...required, file] }
}

/** How a call that isn't anyone's shows who asks. */
const schemeOf = ({ access, office }: Call) => {
  if (access === 'preview') return 'preview'
  return office ? 'office' : 'bearer'
}

const operationOf = (call: Call) => {
  const { params, query, reply, ...described } = describeCall(call)
  const body = call.file === undefined ? described.body : withFile(described.body, call.file)
  return {
    operationId: call.name,
    summary: call.summary,
    description: `Source: ${call.source}.`,
    ...(call.access !== 'anyone' && { security: [{ [schemeOf(call)]: [] }] }),
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && { requestBody: { required: true, content: { [mediaTypeOf(call)]: { schema: body } } } }),
    responses: {
      200: { description: 'It worked.', content: { [replyTypeOf(call).split(';')[0] ?? '']: { schema: reply } } },
      ...Object.fromEntries(errorsOf(call)),
    },
  }
}

const describePaths = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of Object.values(calls)) {
    const path = pathOf(call)
      .replace(/:(\w+)/g, '{$1}')
      .replace('*', '{path}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return paths
}

/** The contract can't change while a process runs, and describing it takes longer than all else that the start of an application does. */
let described: ReturnType<typeof describePaths> | undefined

/** The contract as OpenAPI 3.1. All applications of a process share the descriptions of its calls. */
export const openApi = (version: string) => {
  described ??= describePaths()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sitwell',
      version,
      description: `The calls between the player and the server, version ${contractVersion}.`,
    },
    paths: described,
    components: {
      schemas: { Error: jsonSchemaOf(errorReply, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        office: { type: 'apiKey', in: 'cookie', name: '__Host-sitwell-office' },
        preview: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}
