import type { LogEvent } from '@sitwell/contract'
import type { SecurityEventTable } from '../../db/schema.ts'
import { iso } from '../people/person-state.ts'

/** Somebody whom an event names, found by guid. */
export interface Named {
  readonly name: string
  readonly userID?: number
}

type Fields = Readonly<Record<string, unknown>>

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

const fieldsOf = (content: string): Fields => {
  // What `rowOfEvent` wrote.
  const value: unknown = JSON.parse(content)
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** The guids that an event names: whom it concerns, and who did it. */
export const guidsIn = ({ content }: Pick<SecurityEventTable, 'content'>): string[] => {
  if (content === null) return []
  const fields = fieldsOf(content)
  return [textIn(fields, 'user_guid'), textIn(fields, 'author')].filter((guid) => guid !== undefined)
}

const targetOf = ({ target }: Fields): LogEvent['target'] =>
  typeof target === 'object' && target !== null
    ? Object.entries(target).map(([name, value]) => ({ name, value: String(value) }))
    : undefined

/** An event as it is shown. The chance in it, and its hashes, are for `sitwell verify` alone. */
export const logEventOf = (
  { number, at, kind, content }: Pick<SecurityEventTable, 'at' | 'content' | 'kind' | 'number'>,
  namedBy: (guid: string) => Named,
): LogEvent => {
  const told = { number, at: iso(at), kind }
  if (content === null) return { ...told, isErased: true }
  const fields = fieldsOf(content)
  const [guid, author, target] = [textIn(fields, 'user_guid'), textIn(fields, 'author'), targetOf(fields)]
  const optional = (name: string) => {
    const value = textIn(fields, name)
    return value === undefined ? {} : { [name]: value }
  }
  return {
    ...told,
    isErased: false,
    ...(guid !== undefined && { person: namedBy(guid) }),
    ...optional('username'),
    ...(author !== undefined && { author: namedBy(author) }),
    ...optional('address'),
    ...optional('what'),
    ...(target && { target }),
    ...(typeof fields.times === 'number' && fields.times > 1 && { times: fields.times }),
  }
}
