import { errorReply, type Refusal, statusOf } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { Failure, OutcomeOf, Refused } from './outcome.ts'

/** What a status says whoever sends it. Any other 4xx may be a proxy's, a firewall's or a half-deployed server's "no", not ours. */
const codeOfStatus: Readonly<Record<number, Refusal>> = Object.fromEntries(
  (['BODY_TOO_LARGE', 'TOO_MANY_REQUESTS', 'DOUBLE_LOGIN'] as const).map((code) => [statusOf[code], code]),
)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined if it broke off on its way. */
const textOf = (response: Response): Promise<string | undefined> => response.text().catch(() => undefined)

/** What a status other than 2xx means. One whose body isn't in our shape came from something between us and the server. */
export const readFailure = async (response: Response): Promise<Failure> => {
  const { status } = response
  const reply = z.safeParse(errorReply, parsed((await textOf(response)) ?? ''))
  if (reply.success) {
    const { error, suspended } = reply.data
    const refused: Refused = {
      ok: false,
      kind: 'refused',
      code: error.code,
      status,
      message: error.reference === undefined ? error.message : `${error.message} (${error.reference})`,
      details: error.details,
      missing: error.missing,
      current: error.current,
      resumeOffer: error.resumeOffer,
      suspended,
    }
    return refused
  }
  const code = codeOfStatus[status]
  if (code !== undefined) return { ok: false, kind: 'refused', code, status, message: `HTTP ${status}`, isFromBetween: true }
  return { ok: false, kind: 'unreachable', message: `HTTP ${status}`, status }
}

/** A 2xx whose body is what the contract says. Another shape is as bad as no answer: nothing may be made of it. */
export const readReply = async <S extends z.ZodMiniType>(
  { reply: schema, replyEncoding }: { readonly reply: S; readonly replyEncoding?: 'json' | 'text' | undefined },
  response: Response,
): Promise<OutcomeOf<z.output<S>>> => {
  const { status } = response
  const text = await textOf(response)
  if (text === undefined) return { ok: false, kind: 'unreachable', message: 'The answer broke off', status }
  const reply = z.safeParse(schema, replyEncoding === 'text' ? text : parsed(text))
  if (reply.success) return { ok: true, value: reply.data }
  const places = reply.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  return { ok: false, kind: 'unreachable', message: `The answer was not understood: ${places}`, status, isWhole: true }
}
