import type { DeliveryRules, DeliveryState, DeliveryWindow } from '@sitwell/contract'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { noSelection, type Selection } from '@sitwell/office-ui/selection.ts'

/** Which of two moments is meant, if the clock shows a time twice; empty: nobody was asked. */
export type Which = '' | 'asked' | 'first' | 'second'

/** A window as it is typed. */
export interface WindowValues {
  readonly opens: string
  readonly opensWhich: Which
  readonly closes: string
  readonly closesWhich: Which
}

/** A delivery as it is typed. */
export interface DeliveryValues {
  readonly name: string
  readonly exam: { readonly guid: string; readonly title: string; readonly versions: readonly number[] } | undefined
  readonly version: number
  readonly zone: string
  readonly window: WindowValues
  /** Ids of rooms, in their order, with windows of their own. */
  readonly rooms: ReadonlyMap<string, WindowValues | undefined>
  /** Groups and people who are in it already. */
  readonly entries: DeliveryState['entries']
  /** Keys are numbers of people, and ids of groups. */
  readonly people: Selection
  readonly groups: Selection
  /** Where those sit who are chosen now; empty: in no room. */
  readonly roomForChosen: string
  readonly rules: DeliveryRules
  readonly sharedPassword: string
  /** The invigilators to name after a new delivery is stored, by room id. */
  readonly invigilators: ReadonlyMap<string, readonly Named[]>
}

/** A person who was chosen, by their number as it is in lists. */
export interface Named {
  readonly id: string
  readonly title: string
}

const noWindow: WindowValues = { opens: '', opensWhich: '', closes: '', closesWhich: '' }

export const newValues = (zone: string): DeliveryValues => ({
  ...{ name: '', exam: undefined, version: 0, zone, window: noWindow, rooms: new Map(), entries: [] },
  ...{ people: noSelection, groups: noSelection, roomForChosen: '', sharedPassword: '', invigilators: new Map() },
  rules: { passwords: 'none', proctoring: 'exam', safeExamBrowser: 'exam', supports: 'exam', release: 'exam' },
})

const typedWindow = ({ opens, opensSecond, closes, closesSecond }: DeliveryWindow): WindowValues => ({
  // Asked about only if the clock shows the time twice: then the server asks, and the later moment is remembered.
  ...{ opens, opensWhich: opensSecond === true ? 'second' : '', closes, closesWhich: closesSecond === true ? 'second' : '' },
})

export const valuesOf = (delivery: DeliveryState): DeliveryValues => ({
  ...{ name: delivery.name, version: delivery.examVersion, zone: delivery.zone, window: typedWindow(delivery.window) },
  exam: {
    ...{ guid: delivery.examGuid, title: delivery.examName },
    versions: [...new Set([delivery.newestVersion, delivery.examVersion])],
  },
  rooms: new Map(delivery.rooms.map(({ roomID, window }) => [roomID, window && typedWindow(window)])),
  ...{ entries: delivery.entries, people: noSelection, groups: noSelection, roomForChosen: '' },
  ...{ rules: delivery.rules, sharedPassword: '', invigilators: new Map() },
})

const sentWindow = ({ opens, opensWhich, closes, closesWhich }: WindowValues): DeliveryWindow => ({
  ...{ opens, closes },
  ...((opensWhich === 'first' || opensWhich === 'second') && { opensSecond: opensWhich === 'second' }),
  ...((closesWhich === 'first' || closesWhich === 'second') && { closesSecond: closesWhich === 'second' }),
})

/** What the calls take. */
export const bodyOf = (values: DeliveryValues) => {
  const room = values.roomForChosen === '' ? {} : { roomID: values.roomForChosen }
  const placed = ({ roomID }: { readonly roomID?: string | undefined }) =>
    roomID !== undefined && values.rooms.has(roomID) ? { roomID } : {}
  return {
    ...{ name: values.name, examGuid: values.exam?.guid ?? '', examVersion: values.version, zone: values.zone },
    window: sentWindow(values.window),
    rooms: [...values.rooms].map(([roomID, window]) => ({ roomID, ...(window && { window: sentWindow(window) }) })),
    entries: [
      ...values.entries.map((entry) =>
        'groupID' in entry ? { groupID: entry.groupID, ...placed(entry) } : { userID: entry.userID, ...placed(entry) },
      ),
      ...[...values.groups.keys].map((groupID) => ({ groupID, ...room })),
      ...[...values.people.keys].map((key) => ({ userID: Number(key), ...room })),
    ],
    rules: values.rules,
    ...(values.rules.passwords === 'shared' && values.sharedPassword !== '' && { sharedPassword: values.sharedPassword }),
  }
}

/** The invigilators to name in each room, without rooms that are no longer chosen. */
export const namedIn = ({ rooms, invigilators }: DeliveryValues): (Named & { readonly roomID: string })[] =>
  [...invigilators].flatMap(([roomID, people]) => (rooms.has(roomID) ? people.map((one) => ({ ...one, roomID })) : []))

/** The possible errors of each field; their texts are `deliveries.error.…`. */
export type ProblemOf = 'exam' | 'name' | 'order' | 'room' | 'shared' | 'time' | 'twice' | 'who' | 'zone'
export type Problems = Readonly<Record<string, ProblemOf>>

const isTime = (typed: string) => typed !== '' && typed !== incompleteDate

const windowProblems = (window: WindowValues, at: string): Problems => ({
  ...(!isTime(window.opens) && { [`${at}opens`]: 'time' as const }),
  ...(!isTime(window.closes) && { [`${at}closes`]: 'time' as const }),
})

/** Returns the errors that the form finds without asking the server. */
export const problemsIn = (values: DeliveryValues, isNew: boolean): Problems => ({
  ...(values.name.trim() === '' && { name: 'name' as const }),
  ...(values.exam === undefined && { exam: 'exam' as const }),
  ...windowProblems(values.window, ''),
  ...Object.assign({}, ...[...values.rooms].map(([id, window]) => (window ? windowProblems(window, `${id} `) : {}))),
  ...(values.zone === '' && { zone: 'zone' as const }),
  ...(isNew && values.rules.passwords === 'shared' && values.sharedPassword === '' && { shared: 'shared' as const }),
})

interface Detail {
  readonly path: string
  readonly message: string
}

const problemOf = ({ path, message }: Detail, rooms: readonly string[]): readonly [string, ProblemOf] | undefined => {
  const inRoom = /^body\.rooms\[(\d+)\](?:\.window\.(opens|closes))?/.exec(path)
  const time = message === 'twice' ? 'twice' : 'order'
  if (inRoom?.[2] !== undefined) return [`${rooms[Number(inRoom[1])]} ${inRoom[2]}`, time]
  if (inRoom) return ['rooms', 'room']
  if (path.startsWith('body.window.')) return [path.slice('body.window.'.length), time]
  if (path.startsWith('body.entries')) return ['who', 'who']
  const known = {
    'body.name': 'name',
    'body.examVersion': 'exam',
    'body.zone': 'zone',
    'body.sharedPassword': 'shared',
  } as const
  const field = Object.hasOwn(known, path) ? known[path as keyof typeof known] : undefined
  return field && [field, field]
}

/** What the server found wrong, by field; undefined if it is none of the fields. */
export const problemsFrom = (details: readonly Detail[] | undefined, values: DeliveryValues): Problems | undefined => {
  const rooms = [...values.rooms.keys()]
  const found = (details ?? []).flatMap((one) => {
    const problem = problemOf(one, rooms)
    return problem ? [problem] : []
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The window with the question asked that the server asks: which of two moments is meant. */
export const askedIn = (values: DeliveryValues, problems: Problems): DeliveryValues => {
  const ask = (window: WindowValues, at: string): WindowValues => ({
    ...window,
    ...(problems[`${at}opens`] === 'twice' && { opensWhich: 'asked' as const }),
    ...(problems[`${at}closes`] === 'twice' && { closesWhich: 'asked' as const }),
  })
  return {
    ...values,
    window: ask(values.window, ''),
    rooms: new Map([...values.rooms].map(([id, window]) => [id, window && ask(window, `${id} `)])),
  }
}
