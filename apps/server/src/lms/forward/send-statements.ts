import { randomUUID } from 'node:crypto'
import type { StatementsTo } from '../../forward-config.ts'
import { type Attachment, writeMultipart } from '../lrs/multipart-mixed.ts'

/** `refused`: the store answers so whenever it is asked. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly refused: boolean; readonly why: string }

const patienceMs = 15_000
const longestWhy = 300

const firstOf = async (response: Response): Promise<string> => {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= longestWhy) break
  }
  return text.slice(0, longestWhy).replaceAll(/[\p{Cc}]+/gu, ' ')
}

/** What a store says of these statements themselves; anything else it says of who asks, or of how it stands. */
const ofStatements: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

/** Hands statements, as they are stored, to the operator's store. It is never followed elsewhere, and nothing that it answers is believed. */
export const sendStatements = async (
  { url, authorization }: StatementsTo,
  statements: readonly string[],
  attachments: readonly Attachment[],
): Promise<Sent> => {
  const json = `[${statements.join(',')}]`
  const whole =
    attachments.length === 0
      ? { contentType: 'application/json', body: Buffer.from(json) }
      : writeMultipart(json, attachments, randomUUID())
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': whole.contentType,
        'x-experience-api-version': '1.0.3',
        ...(authorization !== undefined && { authorization }),
      },
      body: new Uint8Array(whole.body),
    })
    const words = await firstOf(response)
    if (response.ok) return { ok: true }
    return { ok: false, refused: ofStatements.has(response.status), why: `it answered ${response.status} ${words}`.trim() }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { ok: false, refused: false, why: isSlow ? 'it did not answer in time' : 'it can not be reached' }
  }
}
