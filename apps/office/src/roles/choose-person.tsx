import { officePeople, officePerson, type ReplyOf } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { PickField, type PickOption } from '@sitwell/office-ui/pick-field.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { isAnythingGivable } from '../people/givable-roles.ts'
import { nameOf } from '../people/person-name.ts'
import { useSettingsText } from '../settings/settings-text.ts'

/** People who are listed at once, to choose one. */
const most = 50

type Shown = ReplyOf<typeof officePerson>

/** Chooses whom a role is given to. */
export const ChoosePerson = ({ onChosen, onClose }: { onChosen(shown: Shown): void; onClose(): void }) => {
  const { api } = useOffice()
  const text = useSettingsText()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<PickOption>()
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const query = { ...(search !== '' && { search }), limit: most }
  const reading = useQuery({ ...officeQuery(api, officePeople, { query }), placeholderData: keepPreviousData })
  const go = async () => {
    setTried(true)
    if (chosen === undefined) return
    setProblem(undefined)
    setPending(true)
    // Read again: it decides what is offered.
    const asked = officeQuery(api, officePerson, { query: { userID: Number(chosen.id) } })
    const shown = await queries.fetchQuery({ ...asked, staleTime: 0 }).catch(() => undefined)
    setPending(false)
    if (shown === undefined) setProblem(text('roles.give.failed'))
    else if (isAnythingGivable(shown.mayGive)) onChosen(shown)
    else setProblem(text('roles.give.nothing'))
  }
  return (
    <ConfirmDialog
      title={text('roles.give.whom')}
      consequences={[]}
      confirm={text('roles.give.next')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <PickField
        label={text('roles.give.person')}
        isRequired
        error={isTried && chosen === undefined ? text('roles.give.choose') : undefined}
        options={(reading.data?.people ?? []).map((person) => ({
          id: String(person.userID),
          title: nameOf(person),
          note: person.identifier === undefined ? person.username : `${person.username} · ${person.identifier}`,
        }))}
        value={chosen}
        onChange={(option) => {
          setProblem(undefined)
          setChosen(option)
        }}
        onSearch={setSearch}
        isLoading={reading.isFetching && (reading.isPending || reading.isPlaceholderData)}
        hasFailed={reading.isError}
        onRetry={() => void reading.refetch()}
        hasMore={reading.data?.next !== undefined}
      />
    </ConfirmDialog>
  )
}
