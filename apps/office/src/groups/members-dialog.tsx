import {
  type MemberChange,
  type MembersPreview,
  membersPreview,
  mostPeopleOfChange,
  officeChangeMembers,
  officePreviewMembers,
} from '@sitwell/contract'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { placeFailureText } from '../places/place-failure.ts'
import styles from '../places/places.module.css'
import { type MemberAction, memberColumns, memberNameColumn, totalTexts } from './member-columns.ts'
import { useReadGroupsAgain } from './use-read-groups-again.ts'

/** A change of a group's members that somebody asks for. */
export interface MembersWish {
  readonly group: { readonly groupID: string; readonly name: string }
  readonly action: MemberAction
  readonly userIDs: readonly number[]
}

const keyOf = ({ userID }: MemberChange) => String(userID)

const usePreview = ({ group: { groupID }, action, userIDs }: MembersWish) => {
  const { api } = useOffice()
  return useQuery<MembersPreview, CallFailed>({
    queryKey: [officePreviewMembers.name, groupID, action, userIDs],
    enabled: userIDs.length <= mostPeopleOfChange,
    gcTime: 0,
    // Nothing that somebody is reading changes under their eyes: the server notices if it holds no more.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      const body = { groupID, action, userIDs: [...userIDs] }
      const outcome = await api.call(officePreviewMembers, { body }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
  })
}

const Rows = ({ preview, isLoading }: { readonly preview: MembersPreview | undefined; readonly isLoading: boolean }) => {
  const { text } = useOffice()
  const [name, columns] = useMemo(() => [memberNameColumn(text), memberColumns(text)] as const, [text])
  return (
    <div className={styles.preview}>
      <DataTable
        caption={text('members.rows')}
        nameColumn={name}
        columns={columns}
        rows={preview?.people ?? []}
        keyOf={keyOf}
        activity={isLoading ? 'loading' : 'idle'}
        total={preview?.people.length}
        exportAs="members.csv"
        expectedRows={4}
      />
    </div>
  )
}

/** Before people are added to a group or removed from it: what happens to each of them. Only what was shown is done. */
export const MembersDialog = ({
  wish,
  onDone,
  onClose,
}: {
  readonly wish: MembersWish
  /** `undo`: takes it back. */
  onDone(done: { readonly wish: MembersWish; readonly undo: MembersWish }): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const readAgain = useReadGroupsAgain()
  const { group, action, userIDs } = wish
  const reading = usePreview(wish)
  const [newer, setNewer] = useState<MembersPreview>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const preview = newer ?? reading.data
  const changes = preview?.totals.changed ?? 0
  const isTooMany = userIDs.length > mostPeopleOfChange
  const failed = reading.error === null ? undefined : placeFailureText(reading.error.failure, text)
  const tooMany = isTooMany ? text('members.tooMany', { count: mostPeopleOfChange }) : undefined

  const apply = async () => {
    if (preview === undefined) return
    setPending(true)
    setProblem(undefined)
    const body = {
      ...{ groupID: group.groupID, version: preview.group.version, hash: preview.hash },
      ...{ action, userIDs: [...userIDs] },
    }
    const outcome = await api.call(officeChangeMembers, { body })
    setPending(false)
    if (outcome.ok) {
      readAgain()
      const changed = outcome.value.changed
      const opposite = action === 'add' ? 'remove' : 'add'
      return onDone({ wish: { ...wish, userIDs: changed }, undo: { group, action: opposite, userIDs: changed } })
    }
    if (outcome.kind === 'refused' && outcome.code === 'CHANGED_MEANWHILE') {
      const current = z.safeParse(membersPreview, outcome.current)
      if (current.success) {
        readAgain()
        setNewer(current.data)
        return setProblem(text('members.changed'))
      }
    }
    setProblem(placeFailureText(outcome, text))
  }
  return (
    <Dialog
      title={text(`members.title.${action}`, { group: group.name })}
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {text('form.cancel')}
          </Button>
          <Button
            variant={action === 'remove' ? 'danger' : 'primary'}
            isDisabled={changes === 0}
            isPending={isPending}
            onPress={() => void apply()}
          >
            {text(`members.apply.${action}`, { count: changes })}
          </Button>
        </>
      }
    >
      <div className={classNames(density.compact, styles.members)}>
        <div role="status">
          {preview === undefined ? (
            !isTooMany && failed === undefined && <p>{text('members.loading')}</p>
          ) : (
            <ul className={styles.totals}>
              {totalTexts(preview, action, text).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </div>
        {(tooMany ?? problem ?? failed) !== undefined && <Problem>{tooMany ?? problem ?? failed ?? ''}</Problem>}
        {failed !== undefined && (
          <Button className={density.press} onPress={() => void reading.refetch()}>
            {text('table.retry')}
          </Button>
        )}
        {!isTooMany && failed === undefined && <Rows preview={preview} isLoading={reading.isFetching} />}
      </div>
    </Dialog>
  )
}
