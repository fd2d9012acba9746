import { endOfficeSessions, officeSessions, type ReplyOf } from '@sitwell/contract'
import { choiceField, flagField, wordsField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { noSelection, type Selection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { activityOf } from '../calls/activity-of.ts'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './own.module.css'
import { PasswordDialog, type Proof } from './password-dialog.tsx'
import { type SignInOrder, signInColumns, sortSignIns } from './sign-in-columns.ts'

type OwnSession = ReplyOf<typeof officeSessions>['sessions'][number]

/** Which sessions are about to be ended. */
type Ending = 'others' | readonly string[]

const none: readonly OwnSession[] = []

/** In the address: the order, and what is selected. The session that was used last comes first unless it says otherwise. */
const fields = { by: choiceField<SignInOrder>(['used', 'started', 'device']), up: flagField, selected: wordsField }
const keyOf = ({ id }: OwnSession) => id

/** Where the person is signed in to the office; they end what they don't know. */
const MySignInsPage = () => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const query = useQuery(officeQuery(api, officeSessions, {}))
  const [{ by, up, selected }, change] = useAddressQuery(fields)
  const sessions = query.data?.sessions ?? none
  const rows = useMemo(() => sortSignIns(sessions, { text, order: by, isDescending: !up }), [sessions, text, by, up])
  const [anchor, setAnchor] = useState<string>()
  const selection = useMemo(() => ({ keys: new Set(selected), anchor }), [selected, anchor])
  const setSelection = (next: Selection) => {
    setAnchor(next.anchor)
    void change({ selected: [...next.keys] })
  }
  const [ending, setEnding] = useState<Ending>()
  const [done, setDone] = useState<number>()
  const doneRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that was pressed may have nothing left to end.
    if (done !== undefined && ending === undefined) doneRef.current?.focus()
  }, [done, ending])
  const { nameColumn, columns } = useMemo(() => signInColumns(text, officeHref('/my-sign-ins')), [text])
  const others = rows.filter(({ isThis }) => !isThis)
  const chosen = others.filter(({ id }) => selection.keys.has(id)).map(keyOf)

  const end = async (password: string): Promise<Proof> => {
    const outcome = await api.call(endOfficeSessions, {
      body: { ids: ending === 'others' ? ending : [...(ending ?? [])], password },
    })
    if (!outcome.ok) return { is: 'failed', failure: outcome }
    if (outcome.value.isWrong) return { is: 'wrong' }
    setDone(outcome.value.ended.length)
    setEnding(undefined)
    setSelection(noSelection)
    await queries.invalidateQueries({ queryKey: [officeSessions.name] })
    return { is: 'done' }
  }
  const endingCount = ending === 'others' ? others.length : (ending?.length ?? 0)
  return (
    <OfficePage
      title={text('office.mySignIns')}
      fills
      actions={
        <Button className={styles.press} isDisabled={others.length === 0} onPress={() => setEnding('others')}>
          {text('office.endOthers')}
        </Button>
      }
    >
      <p className={styles.intro}>{text('office.mySignInsHelp')}</p>
      <p ref={doneRef} role="status" tabIndex={-1} className={styles.done}>
        {done === undefined ? '' : text('office.ended', { count: done })}
      </p>
      <DataTable
        caption={text('office.mySignIns')}
        nameColumn={nameColumn}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        activity={activityOf(query)}
        sort={{ column: by, direction: up ? 'ascending' : 'descending' }}
        onSort={({ column, direction }) => void change({ by: fields.by.read(column), up: direction === 'ascending' })}
        onRetry={() => void query.refetch()}
        asOfMs={query.data === undefined ? undefined : query.dataUpdatedAt}
        total={query.data === undefined ? undefined : rows.length}
        selecting={{
          selection,
          onSelection: setSelection,
          actions: (
            <Button className={styles.press} isDisabled={chosen.length === 0} onPress={() => setEnding(chosen)}>
              {text('office.endSelected')}
            </Button>
          ),
        }}
        expectedRows={2}
      />
      {ending !== undefined && (
        <PasswordDialog
          title={text('office.endTitle', { count: endingCount })}
          confirm={text('office.end')}
          isDangerous
          act={end}
          onClose={() => setEnding(undefined)}
        >
          <p>{text('office.endHelp')}</p>
        </PasswordDialog>
      )}
    </OfficePage>
  )
}

export default MySignInsPage
