import { mostPeopleOfAct, officePreviewInvitations, officePreviewSuspensions, type PlannedAct } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './many-people.module.css'
import { NamedList } from './named-list.tsx'
import { type ManyAct, type Outcome, runParts } from './run-parts.ts'

const usePreview = (act: ManyAct, userIDs: readonly number[]) => {
  const { api } = useOffice()
  const ids = [...userIDs]
  const fresh = { staleTime: 0, gcTime: 0, enabled: ids.length <= mostPeopleOfAct }
  const invitations = { ...officeQuery(api, officePreviewInvitations, { body: { userIDs: ids } }), ...fresh }
  const suspensions = officeQuery(api, officePreviewSuspensions, { body: { userIDs: ids, isSuspended: true } })
  const first = useQuery({ ...invitations, enabled: fresh.enabled && act === 'invite' })
  const second = useQuery({ ...suspensions, ...fresh, enabled: fresh.enabled && act === 'suspend' })
  return act === 'invite' ? first : second
}

/** Shows to whom something is done and to whom not and why, does it part by part, and then says what happened to each. */
export const ActDialog = ({
  act,
  userIDs,
  onDone,
  onClose,
}: {
  readonly act: ManyAct
  readonly userIDs: readonly number[]
  /** Something was done: lists are read again. */
  onDone(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const preview = usePreview(act, userIDs)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>()
  const [isOver, setOver] = useState(false)
  const { data } = preview
  const people = new Map((data?.people ?? []).map((one) => [one.userID, one]))
  const name = (one: PlannedAct | undefined, userID: number) =>
    one?.username === undefined
      ? text('many.unknown', { number: String(userID) })
      : nameOf({ username: one.username, firstName: one.firstName ?? '', lastName: one.lastName ?? '' })
  const line = (userID: number, detail: string | undefined) => {
    const called = name(people.get(userID), userID)
    return { id: String(userID), words: detail === undefined ? called : text('many.person', { name: called, detail }) }
  }

  if (isOver && outcomes !== undefined) {
    const done = outcomes.filter(({ is }) => is === 'done')
    const others = outcomes.flatMap(({ userID, is }) => (is === 'done' ? [] : [line(userID, text(`many.is.${is}`))]))
    return (
      <Dialog title={text(`many.${act}`)} onClose={onClose} actions={<Button onPress={onClose}>{text('many.close')}</Button>}>
        <div className={styles.body}>
          <p role="status">{text('many.counted', { what: text(`many.${act}.done`), count: done.length })}</p>
          <NamedList title={text('many.notDone')} items={others} />
        </div>
      </Dialog>
    )
  }

  const isTooMany = userIDs.length > mostPeopleOfAct
  const will = data?.people.filter(({ reason }) => reason === undefined) ?? []
  const left = data?.people.flatMap((one) => (one.reason ? [line(one.userID, text(`many.reason.${one.reason}`))] : [])) ?? []
  const run = async (reason: string) => {
    if (data === undefined) return
    setOutcomes([])
    await runParts(api, act, data.parts, { reason, onDone: setOutcomes })
    setOver(true)
    onDone()
  }
  return (
    <ConfirmDialog
      title={text(`many.${act}.title`)}
      consequences={[text(`many.${act}.does`)]}
      confirm={text(`many.${act}`)}
      isDangerous={act === 'suspend'}
      asksReason={act === 'suspend' && will.length > 0}
      isReady={will.length > 0}
      isPending={outcomes !== undefined}
      problem={isTooMany ? text('many.tooMany', { count: mostPeopleOfAct }) : undefined}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    >
      <div role="status">
        {outcomes !== undefined
          ? text('many.progress', { done: outcomes.length, all: will.length })
          : preview.isLoading && text('many.loading')}
      </div>
      {data === undefined && preview.isError && (
        <>
          <Problem>{text('many.failed')}</Problem>
          <Button className={density.press} onPress={() => void preview.refetch()}>
            {text('table.retry')}
          </Button>
        </>
      )}
      {data !== undefined && (
        <div className={styles.body}>
          <NamedList
            title={text(`many.${act}.will`)}
            items={will.map(({ userID, email }) => line(userID, act === 'invite' ? email : undefined))}
          />
          <NamedList title={text('many.left')} items={left} />
        </div>
      )}
    </ConfirmDialog>
  )
}
