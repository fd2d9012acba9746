import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react'
import density from '../density.module.css'
import { FilterBar } from '../filters/filter-bar.tsx'
import type { Column, NameColumn, Sort } from '../table/columns.ts'
import { DataTable, type TableActivity } from '../table/data-table.tsx'
import { createLiveTable } from '../table/live-table.ts'
import { noPages, type Pages, type PagingEvent, pagingStep } from '../table/paging.ts'
import { noSelection } from '../table/selection.ts'
import { type MadeUpPerson, madeUpNowMs, madeUpPeople, pageOfPeople } from './made-up-people.ts'
import styles from './table-page.module.css'
import type { TablePageProps } from './table-page-props.ts'

const keyOf = ({ id }: MadeUpPerson) => id
const words = {
  title: 'People',
  action: 'Add to a group',
  empty: 'No people yet. Add a person, or import a list.',
  group: 'Group: Catering 2026',
  search: 'Find people',
}
const views = [
  { id: 'all', label: 'All' },
  { id: 'never', label: 'Never signed in', count: 1234 },
]

const nameColumn: NameColumn<MadeUpPerson> = {
  id: 'name',
  title: 'Name',
  widthRem: 13,
  isSortable: true,
  name: ({ name }) => name,
  href: ({ id }) => `#/people/${id}`,
}
const stateWords = { good: 'Active', idle: 'Invited', late: 'Expires soon', bad: 'Suspended', done: 'Left' } as const
const columns: readonly Column<MadeUpPerson>[] = [
  { kind: 'text', id: 'signIn', title: 'Sign-in', widthRem: 10, isSortable: true, text: ({ signIn }) => signIn },
  { kind: 'text', id: 'number', title: 'Number', widthRem: 7, priority: 3, text: ({ number }) => number },
  {
    kind: 'status',
    id: 'state',
    title: 'State',
    widthRem: 8,
    priority: 1,
    status: ({ state }) => ({ tone: state, text: stateWords[state] }),
  },
  { kind: 'text', id: 'groups', title: 'Groups', widthRem: 11, grows: true, text: ({ groups }) => groups },
  {
    kind: 'custom',
    id: 'needs',
    title: 'Accommodations',
    widthRem: 10,
    text: (row) => row.accommodations,
    cell: (row) => row.accommodations,
  },
  { kind: 'number', id: 'extra', title: 'Extra min', widthRem: 5.5, priority: 3, number: ({ extra }) => extra },
  {
    kind: 'dateTime',
    id: 'last',
    title: 'Last sign-in',
    widthRem: 10.5,
    none: 'never',
    atMs: ({ lastSignInMs }) => lastSignInMs,
  },
]

const queryOf = ({ column, direction }: Sort, search: string, view: string) =>
  JSON.stringify({ column, direction, search, view })

const activityOf = ({ request, failed }: Pages<MadeUpPerson>): TableActivity => {
  if (request) return request.cursor === undefined ? 'loading' : 'loadingMore'
  if (failed) return failed.cursor === undefined ? 'failed' : 'failedMore'
  return 'idle'
}

const isRefused = (server: TablePageProps['server'], cursor: string | undefined, rows: number) =>
  server === 'fails' || (server === 'failsLater' && (cursor !== undefined || rows > 0))

/** The people of the made-up server, page after page. */
const usePeople = ({ people, pageSize = 100, server = 'answers' }: TablePageProps, query: string) => {
  const [all] = useState(() => madeUpPeople(people))
  const [pages, tell] = useReducer(
    (before: Pages<MadeUpPerson>, event: PagingEvent<MadeUpPerson>) => pagingStep(before, event, keyOf),
    noPages,
  )
  useEffect(() => tell({ kind: 'asked', query }), [query])
  const { request } = pages
  const shown = pages.rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reply for each request
  useEffect(() => {
    if (!request || server === 'waits') return
    const { id, cursor } = request
    if (isRefused(server, cursor, shown)) tell({ kind: 'failed', id })
    else tell({ kind: 'loaded', id, page: pageOfPeople(all, request, pageSize) })
  }, [request])
  return { pages, tell }
}

const compareNames = (a: MadeUpPerson, b: MadeUpPerson) => (a.name < b.name ? -1 : 1)

const useSelecting = () => {
  const [selection, onSelection] = useState(noSelection)
  const act = () => Object.assign(window, { actedOn: [...selection.keys].sort() })
  return {
    selection,
    onSelection,
    actions: (
      <Button className={density.press} onPress={act}>
        {words.action}
      </Button>
    ),
  }
}

const LivePeople = ({ people }: TablePageProps) => {
  const [table] = useState(() =>
    createLiveTable({
      keyOf,
      compare: compareNames,
      clock: {
        now: () => performance.now(),
        after: (ms, call) => {
          const timer = setTimeout(call, ms)
          return () => clearTimeout(timer)
        },
      },
      rows: madeUpPeople(people),
    }),
  )
  Object.assign(window, { liveTable: table })
  const { rows, gone, moves, isHeld } = useSyncExternalStore(table.subscribe, table.rows)
  return (
    <DataTable
      caption={words.title}
      nameColumn={nameColumn}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      activity="idle"
      asOfMs={madeUpNowMs}
      selecting={useSelecting()}
      live={{ gone, moves, isHeld, hold: table.hold, rearrange: table.rearrange, filterKey: '' }}
    />
  )
}

const ListedPeople = (props: TablePageProps) => {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const [hasGroup, setGroup] = useState(props.hasFilters ?? false)
  const [search, setSearch] = useState('')
  const [view, setView] = useState('all')
  const { pages, tell } = usePeople(props, queryOf(sort, search, view))
  const clear = () => {
    setGroup(false)
    setSearch('')
    setView('all')
  }
  const filterCount = [hasGroup, search !== '', view !== 'all'].filter(Boolean).length
  const minute = 60_000
  return (
    <>
      <FilterBar
        views={views}
        view={view}
        onView={setView}
        applied={hasGroup ? [{ id: 'group', label: words.group, onRemove: () => setGroup(false) }] : []}
        search={{ label: words.search, value: search, onSearch: setSearch, shortcut: props.hasNoShortcuts ? undefined : '/' }}
      />
      <DataTable
        caption={words.title}
        nameColumn={nameColumn}
        columns={columns}
        rows={pages.rows}
        keyOf={keyOf}
        activity={activityOf(pages)}
        total={pages.total}
        hasMore={pages.next !== undefined}
        onMore={() => tell({ kind: 'more' })}
        onRetry={() => tell({ kind: 'again' })}
        asOfMs={pages.asOfMs && pages.asOfMs - (props.isStale ? 12 * minute : 0)}
        staleAfterMs={5 * minute}
        disconnectedSinceMs={props.isDisconnected ? madeUpNowMs - 9000 : undefined}
        sort={sort}
        onSort={setSort}
        filters={{ count: filterCount, onClear: clear }}
        empty={words.empty}
        selecting={useSelecting()}
        exportAs="people.csv"
        expectedRows={props.pageSize ?? 100}
      />
    </>
  )
}

/** A list of people as the office shows it. */
export const TablePage = (props: TablePageProps) => (
  <main className={styles.page}>
    <h1 className={styles.title}>{words.title}</h1>
    {props.isLive ? <LivePeople {...props} /> : <ListedPeople {...props} />}
  </main>
)
