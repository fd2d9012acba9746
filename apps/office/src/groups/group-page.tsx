import { type GroupState, officeGroup } from '@sitwell/contract'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import pageStyles from '../people/people-page.module.css'
import { isGone } from '../places/is-gone.ts'
import { NotShown } from '../places/not-shown.tsx'
import { PlaceRemoved } from '../places/place-removed.tsx'
import styles from '../places/places.module.css'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { EditGroup } from './edit-group.tsx'
import { groupPath } from './group-columns.ts'
import { GroupMembers } from './group-members.tsx'
import { RemoveGroup } from './remove-group.tsx'
import { MembersPreview, MembersResult, useMembersChange } from './use-members-change.tsx'
import { useReadGroupsAgain } from './use-read-groups-again.ts'

interface Removed {
  readonly name: string
  readonly members: number
  readonly roles: number
}

const GroupActions = ({ group, onRename, onRemove }: { readonly group: GroupState; onRename(): void; onRemove(): void }) => {
  const { text } = useOffice()
  return (
    <>
      <Button className={pageStyles.press} onPress={onRemove}>
        {text('groups.remove')}
      </Button>
      <Button className={pageStyles.press} onPress={onRename}>
        {text('groups.rename')}
      </Button>
      <ActionLink to={`${groupPath(group.groupID)}/add`} isPrimary>
        {text('members.add')}
      </ActionLink>
    </>
  )
}

type Open = 'rename' | 'remove'

const GroupDialog = ({
  group,
  is,
  onRenamed,
  onRemoved,
  onClose,
}: {
  readonly group: GroupState
  readonly is: Open
  onRenamed(notice: string): void
  onRemoved(counts: { readonly members: number; readonly roles: number }): void
  onClose(): void
}) => {
  const { text } = useOffice()
  if (is === 'remove') return <RemoveGroup group={group} onDone={onRemoved} onClose={onClose} />
  const renamed = ({ name }: GroupState, hasChanged: boolean) =>
    onRenamed(hasChanged ? text('groups.renamed', { name }) : text('person.unchanged'))
  return <EditGroup group={group} onSaved={renamed} onClose={onClose} />
}

const Group = ({ groupID, onRemoved }: { readonly groupID: string; onRemoved(removed: Removed): void }) => {
  const { api, text, may } = useOffice()
  const [open, setOpen] = useState<Open>()
  const [notice, setNotice] = useState<string>()
  const members = useMembersChange(() => setNotice(undefined))
  const query = { groupID, limit: 1 }
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeGroup, { query }))
  const isMissing = isGone(error)
  const group = isMissing ? undefined : data?.group
  const mayWrite = may('groups.write', 'anywhere')
  return (
    <OfficePage
      title={group?.name ?? text('groups.heading')}
      above={<OfficeLink to="/groups">{text('groups.back')}</OfficeLink>}
      fills
      isLoading={data === undefined && !isError}
      actions={
        group !== undefined &&
        mayWrite && <GroupActions group={group} onRename={() => setOpen('rename')} onRemove={() => setOpen('remove')} />
      }
    >
      {group !== undefined && (
        <>
          <div className={styles.result}>
            <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
          </div>
          <MembersResult of={members} />
          {isError && <NotShown onRetry={() => void refetch()}>{text('groups.failedKept')}</NotShown>}
          <GroupMembers
            group={group}
            onRemove={
              mayWrite
                ? (userIDs) => members.ask({ group: { groupID, name: group.name }, action: 'remove', userIDs })
                : undefined
            }
          />
        </>
      )}
      {data === undefined && !isError && <p role="status">{text('groups.loading')}</p>}
      {group === undefined && isError && (
        <NotShown onRetry={isMissing ? undefined : () => void refetch()}>
          {text(isMissing ? 'groups.notFound' : 'groups.failed')}
        </NotShown>
      )}
      <MembersPreview of={members} />
      {group !== undefined && open !== undefined && (
        <GroupDialog
          group={group}
          is={open}
          onRenamed={(said) => {
            setOpen(undefined)
            setNotice(said)
          }}
          onRemoved={(counts) => onRemoved({ name: group.name, ...counts })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </OfficePage>
  )
}

/** One group: its name, and its members. */
const GroupPage = ({ groupID }: { readonly groupID: string }) => {
  const { text } = useOffice()
  const readAgain = useReadGroupsAgain()
  const [removed, setRemoved] = useState<Removed>()
  if (removed === undefined)
    return (
      <Group
        groupID={groupID}
        onRemoved={(done) => {
          setRemoved(done)
          readAgain()
        }}
      />
    )
  const { name, members: count, roles } = removed
  const said = [
    text('groups.removed', { name }),
    text('groups.removed.members', { count }),
    ...(roles > 0 ? [text('groups.removed.roles', { count: roles })] : []),
  ]
  return <PlaceRemoved name={name} said={said} list="groups" />
}

export default GroupPage
