import { messages } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { route } from '../http/service.ts'
import { textsOf } from './texts-of.ts'

/** Texts that an organisation has of its own. Ids without one are left out: the player's catalogue has the defaults. */
export const messagesRoute = ({ database }: { readonly database: Database }) =>
  route(messages, async ({ body }) => {
    const texts = await textsOf(database, body.orgID, body.langID, body.iDs)
    return { ok: true, value: body.iDs.flatMap((id) => (texts.has(id) ? [{ id, text: texts.get(id) ?? '' }] : [])) }
  })
