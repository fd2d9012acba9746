import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'
import { ownTextState, shownTexts } from '../entities/office-own-texts.ts'

/**
 * What the player and the server say in a language, with the organisation's own texts beside it, a page at a time. `search`: words of which each is in the
 * id, the text or the own text; capitals and accents don't count. INVALID_REQUEST: the language doesn't ship, or the cursor is of another search.
 */
export const officeTexts = defineCall({
  name: 'officeTexts',
  summary: 'List the texts and the organisation’s own ones',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/settings/texts',
  access: { permission: 'settings.read', scope: 'organisation' },
  office: 'named',
  query: z.object({
    languageID: queryNumber,
    search: z.optional(text(200)),
    show: z.optional(z.enum(shownTexts)),
    cursor: z.optional(text(2000)),
    /** Texts of one page: 50, if it is missing. */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({ texts: z.array(ownTextState), next: z.optional(z.string()), total: z.number(), asOf: z.string() }),
  refusals: [],
})

/**
 * Puts a text of the organisation's own in the place of another, or without `text` takes it away. INVALID_REQUEST: `details` has one of `ownTextProblems` at
 * `body.text`. CHANGED_MEANWHILE: `current` is the text, as `ownTextState`.
 */
export const officeChangeText = defineCall({
  name: 'officeChangeText',
  summary: 'Change one of the organisation’s own texts',
  source: 'ours',
  method: 'POST',
  base: 'site',
  path: 'office/api/settings/texts/change',
  access: { permission: 'settings.write', scope: 'organisation' },
  office: 'named',
  body: z.object({
    languageID: z.number().check(z.int()),
    id: text(100),
    version: text(100),
    text: z.optional(text(4000)),
  }),
  reply: z.object({ text: ownTextState }),
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
})
