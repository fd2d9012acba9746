import { type GroupRemoval, type GroupState, groupRemoval, officePreviewRemoval, officeRemoveGroup } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { officeQuery } from '../calls/office-query.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { placeFailureText } from '../places/place-failure.ts'
import styles from '../places/places.module.css'
import { useReadGroupsAgain } from './use-read-groups-again.ts'

/** Roles that are listed one by one at most. */
const mostNamed = 20

const consequencesOf = ({ group, roles, roleTotal, canUndo }: GroupRemoval, text: OfficeText): readonly string[] => {
  const named = roles.slice(0, mostNamed)
  return [
    text('groups.remove.members', { count: group.members }),
    ...(roleTotal > 0 ? [text('groups.remove.roles', { count: roleTotal })] : []),
    ...named.map((one) => text('groups.remove.role', { name: nameOf(one), role: text(`role.${one.role}`) })),
    ...(roleTotal > named.length ? [text('groups.remove.moreRoles', { count: roleTotal - named.length })] : []),
    text(canUndo ? 'members.canUndo' : 'groups.remove.noUndo'),
  ]
}

/** Before a group is removed: what is lost with it. */
export const RemoveGroup = ({
  group,
  onDone,
  onClose,
}: {
  readonly group: GroupState
  onDone(removed: { readonly members: number; readonly roles: number }): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadGroupsAgain()
  const reading = useQuery({
    ...officeQuery(api, officePreviewRemoval, { query: { groupID: group.groupID } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [newer, setNewer] = useState<GroupRemoval>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const shown = newer ?? reading.data
  const failed = reading.error === null ? undefined : placeFailureText(reading.error.failure, text)
  const forbidden = shown?.isAllowed === false ? text('groups.remove.forbidden') : undefined
  const remove = async () => {
    if (shown === undefined) return
    setPending(true)
    setProblem(undefined)
    const body = { groupID: group.groupID, version: shown.group.version, hash: shown.hash }
    const outcome = await api.call(officeRemoveGroup, { body })
    setPending(false)
    if (outcome.ok) return onDone(outcome.value)
    if (outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE') {
      const current = z.safeParse(groupRemoval, outcome.current)
      if (current.success) {
        readAgain()
        setNewer(current.data)
        return setProblem(text('members.changed'))
      }
    }
    setProblem(placeFailureText(outcome, text))
  }
  return (
    <ConfirmDialog
      title={text('groups.remove.title', { name: group.name })}
      consequences={[]}
      confirm={text('groups.remove')}
      isDangerous
      isReady={shown?.isAllowed === true}
      isPending={isPending}
      problem={problem ?? failed ?? forbidden}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div role="status">
        {shown === undefined ? (
          failed === undefined && <p>{text('members.loading')}</p>
        ) : (
          <ul className={styles.totals}>
            {consequencesOf(shown, text).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
    </ConfirmDialog>
  )
}
