import { agentKey } from './agents.ts'
import { type Fields, isFields } from './values.ts'

/** A statement that {@link statementProblem} found nothing wrong with. */
export interface Statement extends Fields {
  readonly id?: string
  readonly actor: Fields
  readonly verb: Fields & { readonly id: string }
  readonly object: Fields
  readonly result?: Fields
  readonly context?: Fields
  readonly timestamp?: string
}

const kinds = ['parent', 'grouping', 'category', 'other'] as const

const listsOf = (context: unknown): unknown => {
  if (!isFields(context) || !isFields(context.contextActivities)) return context
  const lists = Object.entries(context.contextActivities).map(([kind, one]) => [kind, Array.isArray(one) ? one : [one]])
  return { ...context, contextActivities: Object.fromEntries(lists) }
}

/** As it is stored: a single activity of a context is a list of one. */
export const normalised = (statement: Statement): Statement => ({
  ...statement,
  ...(statement.context && { context: listsOf(statement.context) as Fields }),
  ...(isFields(statement.object.context) && { object: { ...statement.object, context: listsOf(statement.object.context) } }),
})

/** In one spelling, whatever order its properties came in. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, canonical(value[name])]),
  )
}

/** What a store adds by itself, and what doesn't say what happened. */
const besides: ReadonlySet<string> = new Set(['id', 'authority', 'stored', 'timestamp', 'version', 'attachments'])

/** A text that is the same for two statements that say the same: two of one id have to (xAPI 1.0.3, 2.3.1). */
export const sayingOf = (statement: Statement): string => {
  const fields = Object.fromEntries(Object.entries(normalised(statement)).filter(([name]) => !besides.has(name)))
  return JSON.stringify(canonical(fields))
}

/** An activity or agent that a statement speaks of; `isDirect` where it is the object, or the actor. */
export interface Mention {
  readonly kind: 'activity' | 'agent'
  readonly value: string
  readonly isDirect: boolean
}

const activitiesOf = (context: unknown): string[] => {
  if (!isFields(context) || !isFields(context.contextActivities)) return []
  const { contextActivities } = context
  return kinds.flatMap((kind) => {
    const one = contextActivities[kind]
    const all: readonly unknown[] = Array.isArray(one) ? one : [one]
    return all.flatMap((activity) => (isFields(activity) && typeof activity.id === 'string' ? activity.id : []))
  })
}

const membersOf = (agent: unknown): unknown[] =>
  isFields(agent) ? [agent, ...(Array.isArray(agent.member) ? agent.member : [])] : []

const mentionsWithin = ({ actor, object, context }: Fields, isDirect: boolean): Mention[] => {
  const agent = (one: unknown, direct: boolean) =>
    membersOf(one).flatMap((each): Mention[] => {
      const value = agentKey(each)
      return value === undefined ? [] : [{ kind: 'agent', value, isDirect: direct }]
    })
  const isThing = isFields(object) && (object.objectType === undefined || object.objectType === 'Activity')
  const { instructor, team } = isFields(context) ? context : {}
  return [
    ...agent(actor, isDirect),
    ...(isThing && typeof object.id === 'string' ? [{ kind: 'activity' as const, value: object.id, isDirect }] : []),
    ...(isFields(object) && (object.objectType === 'Agent' || object.objectType === 'Group') ? agent(object, isDirect) : []),
    ...(isFields(object) && object.objectType === 'SubStatement' ? mentionsWithin(object, false) : []),
    ...activitiesOf(context).map((value): Mention => ({ kind: 'activity', value, isDirect: false })),
    ...agent(instructor, false),
    ...agent(team, false),
  ]
}

/** All that a statement speaks of, each once: what the filters of a query look for. */
export const mentionsIn = (statement: Statement): Mention[] => {
  const byKey = new Map<string, Mention>()
  for (const one of mentionsWithin(statement, true)) {
    const key = JSON.stringify([one.kind, one.value])
    if (one.isDirect || !byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()]
}

/** The one text of a language map that suits: of these languages in order, otherwise the first there is. */
const oneOf = (map: unknown, languages: readonly string[]): unknown => {
  if (!isFields(map)) return map
  const tags = Object.keys(map)
  const plain = (tag: string) => tag.toLowerCase()
  const wanted = languages.flatMap((language) => [
    ...tags.filter((tag) => plain(tag) === plain(language)),
    ...tags.filter((tag) => plain(tag).split('-')[0] === plain(language).split('-')[0]),
  ])[0]
  const tag = wanted ?? tags[0]
  return tag === undefined ? map : { [tag]: map[tag] }
}

const languageMaps: ReadonlySet<string> = new Set(['display', 'name', 'description'])

/** With each language map held to one text; an agent's name is text already. */
export const inLanguage = (value: unknown, languages: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, languages))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'extensions') return [name, one]
      return [name, languageMaps.has(name) ? oneOf(one, languages) : inLanguage(one, languages)]
    }),
  )
}

const identifiers = ['objectType', 'mbox', 'mbox_sha1sum', 'openid', 'account'] as const

const picked = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]))

const idsOfAgent = (agent: Fields): Fields => {
  const own = picked(agent, identifiers)
  const isAnonymous = agentKey(agent) === undefined && Array.isArray(agent.member)
  return isAnonymous ? { ...own, member: (agent.member as readonly unknown[]).filter(isFields).map(idsOfAgent) } : own
}

const idsOfObject = (object: Fields): Fields => {
  if (object.objectType === 'Agent' || object.objectType === 'Group') return idsOfAgent(object)
  return object.objectType === 'SubStatement' ? idsOf(object) : picked(object, ['objectType', 'id'])
}

const idsOfContext = (context: Fields): Fields => ({
  ...context,
  ...(isFields(context.instructor) && { instructor: idsOfAgent(context.instructor) }),
  ...(isFields(context.team) && { team: idsOfAgent(context.team) }),
  ...(isFields(context.contextActivities) && {
    contextActivities: Object.fromEntries(
      Object.entries(context.contextActivities).map(([kind, list]) => [
        kind,
        (Array.isArray(list) ? list : [list]).filter(isFields).map(idsOfObject),
      ]),
    ),
  }),
})

/** A statement with what identifies alone: agents, activities and groups without their names. */
export const idsOf = (statement: Fields): Fields => ({
  ...statement,
  ...(isFields(statement.actor) && { actor: idsOfAgent(statement.actor) }),
  ...(isFields(statement.verb) && { verb: picked(statement.verb, ['id']) }),
  ...(isFields(statement.object) && { object: idsOfObject(statement.object) }),
  ...(isFields(statement.context) && { context: idsOfContext(statement.context) }),
  ...(isFields(statement.authority) && { authority: idsOfAgent(statement.authority) }),
})
