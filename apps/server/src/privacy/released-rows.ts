import type { TableOfPerson } from './tables-of-person.ts'

type Row = Readonly<Record<string, unknown>>

/** What a person is shown of their results. */
export interface Released {
  /** Sittings whose marks aren't shown, by their guids. */
  readonly withheld: ReadonlySet<string>
  /** The rows of result sets that are shown. */
  readonly shownRows: readonly {
    readonly delivery_id: string
    readonly set_number: number
    /** Unix ms. */
    readonly computed_at: number
  }[]
}

/** Tables of which nothing is shown before marks are. */
const ofMarks: ReadonlySet<TableOfPerson> = new Set<TableOfPerson>(['mark', 'mark_entry', 'response_mark'])

const responseOf = ({ form_run_guid, question_id, part }: Row) => JSON.stringify([form_run_guid, question_id, part])

/** The response that an event of a sitting's ledger is of; undefined if it is of none. */
const responseOfEvent = ({ form_run_guid, kind, details }: Row): string | undefined => {
  if (kind !== 'mark') return undefined
  const { questionId, part } = JSON.parse(String(details)) as { questionId?: unknown; part?: unknown }
  return responseOf({ form_run_guid, question_id: questionId, part })
}

const without = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))

/** Sittings whose ledger has events of marks that aren't shown, with the number of the first of them. */
const firstHidden = (events: readonly Row[], isHidden: (event: Row) => boolean): ReadonlyMap<unknown, number> => {
  const first = new Map<unknown, number>()
  for (const event of events.filter(isHidden)) {
    const number = Number(event.number)
    first.set(event.form_run_guid, Math.min(first.get(event.form_run_guid) ?? number, number))
  }
  return first
}

/**
 * The rows of a person without marks that they aren't shown yet: of whole sittings in `withheld`, and of responses that were marked after
 * the results were confirmed. Numbers and hashes that count or cover what is left out would tell how far the marking is, and go too.
 */
export const withoutUnreleased = (
  rows: ReadonlyMap<TableOfPerson, readonly Row[]>,
  { withheld, shownRows }: Released,
): ReadonlyMap<TableOfPerson, readonly Row[]> => {
  const isWithheld = ({ form_run_guid }: Row) => withheld.has(String(form_run_guid))
  const pending = new Set((rows.get('response_mark') ?? []).filter((row) => row.is_pending === 1).map(responseOf))
  const isPending = (row: Row) => pending.has(responseOf(row))
  const isHiddenEvent = (row: Row) =>
    row.kind === 'result-set'
      ? isWithheld(row)
      : row.kind === 'mark' && (isWithheld(row) || pending.has(responseOfEvent(row) ?? ''))
  const isOfShownSet = ({ delivery_id, set_number }: Row) =>
    shownRows.some((row) => row.delivery_id === delivery_id && row.set_number === set_number)
  // What was decided after a set was computed isn't released yet.
  const isInShownSet = ({ delivery_id, at }: Row) =>
    shownRows.some((row) => row.delivery_id === delivery_id && Number(at) <= row.computed_at)
  const first = firstHidden(rows.get('form_run_event') ?? [], isHiddenEvent)
  const isAfterHidden = (row: Row) => Number(row.number) > (first.get(row.form_run_guid) ?? Number.POSITIVE_INFINITY)
  const shown = (table: TableOfPerson, some: readonly Row[]): readonly Row[] => {
    if (ofMarks.has(table)) return some.filter((row) => !isWithheld(row) && (table === 'mark' || !isPending(row)))
    if (table === 'result_row' || table === 'result_seen') return some.filter(isOfShownSet)
    if (table === 'outcome_entry') return some.filter(isInShownSet)
    if (table === 'form_run_event')
      return some
        .filter((row) => !isHiddenEvent(row))
        .map((row) => (isAfterHidden(row) ? without(row, ['number', 'previous_hash', 'hash']) : row))
    // Also of a sitting without a mark: whether it has them would tell.
    if (table === 'form_run')
      return some.map((row) =>
        isWithheld(row) || first.has(row.form_run_guid) ? without(row, ['last_event', 'ledger_hash', 'responses_of']) : row,
      )
    return some
  }
  return new Map([...rows].map(([table, some]) => [table, shown(table, some)]))
}
