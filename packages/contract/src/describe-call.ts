import * as z from 'zod/mini'
import type { Call } from './call.ts'
import {
  type Refusal,
  refusalsBeforeMfa,
  refusalsOfAnyCall,
  refusalsOfOfficeCalls,
  refusalsOfSignedInCalls,
} from './refusals.ts'

type Direction = 'input' | 'output'

/** The JSON Schema of one side of a call; what JSON Schema can't say (a coercion, say) is left open. */
export const jsonSchemaOf = (schema: z.ZodMiniType, io: Direction) =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

/** Every refusal that a call may answer, its own and those of any call of its kind. */
export const refusalsOf = (call: Call): Refusal[] => {
  const signedIn = call.access === 'anyone' ? [] : refusalsOfSignedInCalls
  const beforeMfa = call.access === 'anyone' || call.access === 'preview' || call.beforeMfa ? [] : refusalsBeforeMfa
  const ofOffice = call.office ? refusalsOfOfficeCalls : []
  return [...new Set<Refusal>([...call.refusals, ...refusalsOfAnyCall, ...signedIn, ...beforeMfa, ...ofOffice])]
}

/** A call as plain data: what the version's hash and `/openapi.json` are made from. */
export const describeCall = (call: Call) => ({
  name: call.name,
  method: call.method,
  base: call.base,
  path: call.path,
  access: call.access,
  office: call.office,
  beforeMfa: call.beforeMfa ?? false,
  encoding: call.encoding ?? 'json',
  file: call.file,
  replyEncoding: call.replyEncoding ?? 'json',
  params: call.params && jsonSchemaOf(call.params, 'input'),
  query: call.query && jsonSchemaOf(call.query, 'input'),
  body: call.body && jsonSchemaOf(call.body, 'input'),
  reply: jsonSchemaOf(call.reply, 'output'),
  refusals: refusalsOf(call),
})
