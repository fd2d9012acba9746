import type { Page, PageRequest } from '../table/paging.ts'

/** A person of the table's component page. */
export interface MadeUpPerson {
  readonly id: string
  readonly name: string
  readonly signIn: string
  readonly number: string
  readonly groups: string
  readonly accommodations: string
  /** Minutes of extra time. */
  readonly extra: number | undefined
  readonly lastSignInMs: number | undefined
  readonly state: 'good' | 'idle' | 'late' | 'bad' | 'done'
}

const firstNames = [
  'Lena',
  'Tomasz',
  'Aoife',
  'Salma',
  'Kwame',
  'Inês',
  'Yuki',
  'Owen',
  'Priya',
  'Marek',
  'Zoë',
  'Amara',
  'مينا',
  '=Felix',
]
const lastNames = [
  'Lindqvist',
  'Wrona',
  'Byrne',
  'Haddad',
  'Mensah',
  'Duarte',
  'Tanaka',
  'Price',
  'Nair',
  'Dvořák',
  'Laurent',
  'Obi',
]
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Cholmondeley'
const states = ['good', 'idle', 'good', 'late', 'good', 'done', 'good', 'bad'] as const

/** When the made-up people were read (Unix ms): 29 November 2026, 14:02:11 in London. */
export const madeUpNowMs = Date.UTC(2026, 10, 29, 14, 2, 11)

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}

const madeUpPerson = (at: number): MadeUpPerson => {
  // Spreads names and states over the first names.
  const mixed = (at * 7919 + 13) % 1013
  const first = pick(firstNames, at)
  const last = at === 5 ? longName : pick(lastNames, mixed)
  return {
    id: `p${String(at).padStart(5, '0')}`,
    name: `${first} ${last}`,
    signIn: `${first.toLowerCase()}.${last.charAt(0).toLowerCase()}${at}`,
    number: `AB${123450 + at}C`,
    groups: pick(['Catering 2026', 'Harbour 3', 'Catering 2026, Resit of the autumn, Second language'], at),
    accommodations: mixed % 8 === 3 ? '+25 % · larger text' : '',
    extra: mixed % 8 === 3 ? 15 : undefined,
    lastSignInMs: at % 3 === 2 ? undefined : madeUpNowMs - at * 5_000_000,
    state: pick(states, mixed),
  }
}

export const madeUpPeople = (count: number): readonly MadeUpPerson[] =>
  Array.from({ length: count }, (_, at) => madeUpPerson(at))

/** What the page asks for: JSON of this. */
interface Asked {
  readonly column: string
  readonly direction: string
  readonly search: string
  readonly view: string
}

/** A page of people as a server with keyset paging gives it. */
export const pageOfPeople = (
  all: readonly MadeUpPerson[],
  { query, cursor }: PageRequest,
  size: number,
): Page<MadeUpPerson> => {
  // Boundary: the page that asks wrote it.
  const { column, direction, search, view } = JSON.parse(query) as Asked
  const isDown = direction === 'descending'
  const keyOf = ({ name, signIn, id }: MadeUpPerson) => `${column === 'signIn' ? signIn : name}\u0000${id}`
  const matching = all.filter(
    ({ name, lastSignInMs }) =>
      name.toLowerCase().includes(search.toLowerCase()) && (view === 'all' || lastSignInMs === undefined),
  )
  const sorted = matching.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (isDown ? -1 : 1))
  const isAfter = (one: MadeUpPerson) => cursor === undefined || (isDown ? keyOf(one) < cursor : keyOf(one) > cursor)
  const left = sorted.filter(isAfter)
  const rows = left.slice(0, size)
  const last = rows.at(-1)
  return { rows, next: last && left.length > size ? keyOf(last) : undefined, total: matching.length, asOfMs: madeUpNowMs }
}
