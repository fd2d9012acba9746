import type { Database } from '../db/database.ts'
import type { SecurityKind } from './security-event.ts'

/** An event about a person, with what it says; moments in milliseconds since 1970. */
export interface PersonEvent {
  readonly number: number
  readonly at: number
  readonly kind: SecurityKind
  readonly author?: string
  readonly what?: string
  readonly address?: string
  readonly target?: Readonly<Record<string, unknown>>
  readonly times?: number
}

interface Asked {
  readonly orgId: number
  readonly userGuid: string
  readonly kinds: readonly SecurityKind[]
  /** Events before this one; of those of its moment, the ones with a smaller number. */
  readonly before?: { readonly at: number; readonly number: number } | undefined
  readonly most: number
}

const textIn = (fields: Readonly<Record<string, unknown>>, name: string) => {
  const value = fields[name]
  return typeof value === 'string' ? { [name]: value } : {}
}

const readContent = (content: string): Pick<PersonEvent, 'address' | 'author' | 'target' | 'times' | 'what'> => {
  // What `rowOfEvent` wrote.
  const fields = JSON.parse(content) as Readonly<Record<string, unknown>>
  const { target, times } = fields
  return {
    ...textIn(fields, 'author'),
    ...textIn(fields, 'what'),
    ...textIn(fields, 'address'),
    ...(typeof target === 'object' && target !== null && { target: target as Readonly<Record<string, unknown>> }),
    ...(typeof times === 'number' && times > 1 && { times }),
  }
}

/** The events of these kinds that concern a person, the newest first. What was taken out of the log is not among them. */
export const selectEventsOfPerson = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, userGuid, kinds, before, most }: Asked,
): Promise<PersonEvent[]> => {
  let query = kysely
    .selectFrom('security_event')
    .select(['number', 'at', 'kind', 'content'])
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('kind', 'in', kinds)
  if (before)
    query = query
      .where('at', '<=', before.at)
      .where((where) => where.or([where('at', '<', before.at), where('number', '<', before.number)]))
  const rows = await query.orderBy('at', 'desc').orderBy('number', 'desc').limit(most).execute()
  return rows.map(({ number, at, kind, content }) => ({
    ...{ number, at, kind: kind as SecurityKind },
    ...readContent(content ?? '{}'),
  }))
}
