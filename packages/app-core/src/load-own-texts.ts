import type { Api, CallOptions, OutcomeOf } from '@sitwell/client/api'
import { messages } from '@sitwell/contract'
import type { Language } from '@sitwell/i18n/languages'

export interface TextsAsked {
  readonly ids: readonly string[]
  readonly orgID: number
  readonly userGUID?: string
  readonly language: Language
}

/** The organisation's own texts, by id, for a language (spec 1 §3). */
export const loadOwnTexts = async (
  api: Api,
  { ids, orgID, userGUID, language }: TextsAsked,
  options?: CallOptions,
): Promise<OutcomeOf<ReadonlyMap<string, string>>> => {
  const body = { iDs: [...ids], orgID, langID: language.id, ...(userGUID === undefined ? {} : { userGUID }) }
  const outcome = await api.call(messages, { body }, options)
  if (!outcome.ok) return outcome
  const texts = new Map<string, string>()
  for (const { id, text } of outcome.value) {
    // Which of the two is meant nobody can say (spec 1 §3: ids are unique at load).
    if (texts.has(id)) return { ok: false, kind: 'unreachable', message: `The message id ${id} came twice` }
    texts.set(id, text)
  }
  return { ok: true, value: texts }
}
