import { messages } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'

/** Texts that an organisation has of its own. Ids without one are left out: the player's catalogue has the defaults. */
export const messagesRoute = ({ database }: Ground) =>
  route(messages, async ({ body }) => {
    if (body.iDs.length === 0) return { ok: true, value: [] }
    const rows = await database.kysely
      .selectFrom('message')
      .select(['message_id as id', 'text'])
      .where('org_id', '=', body.orgID)
      .where('language_id', '=', body.langID)
      .where('message_id', 'in', body.iDs)
      .execute()
    const texts = new Map(rows.map((row) => [row.id, row.text]))
    return { ok: true, value: body.iDs.flatMap((id) => (texts.has(id) ? [{ id, text: texts.get(id) ?? '' }] : [])) }
  })
