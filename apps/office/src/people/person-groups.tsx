import type { officePerson, ReplyOf } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { groupPath } from '../groups/group-columns.ts'
import { AddToGroupButton, AddToGroupDialogs, useAddToGroup } from '../groups/use-add-to-group.tsx'
import { MembersPreview, MembersResult, useMembersChange } from '../groups/use-members-change.tsx'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { scopeName } from './scope-text.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'

type Shown = ReplyOf<typeof officePerson>

/** The centres, and rooms of centres, in which the person has a role now or soon, each once. */
const centresOf = ({ roles = [] }: Shown): readonly NonNullable<NonNullable<Shown['roles']>[number]['scope']>[] => [
  ...new Map(
    roles.flatMap(({ state, scope }) =>
      state === 'open' && (scope?.kind === 'centre' || scope?.kind === 'room') ? [[scope.id, scope] as const] : [],
    ),
  ).values(),
]

/** The groups that a person is in, and the centres in which they have a role. */
export const PersonGroups = ({ shown }: { readonly shown: Shown }) => {
  const { text, may } = useOffice()
  const { person, groups = [] } = shown
  const adding = useAddToGroup()
  const members = useMembersChange()
  const mayWrite = may('groups.write', 'anywhere')
  const centres = centresOf(shown)
  return (
    <Section title={text('people.groups')} actions={mayWrite && <AddToGroupButton of={adding} userIDs={[person.userID]} />}>
      <MembersResult of={adding.members} />
      <MembersResult of={members} />
      {groups.length === 0 ? (
        <p className={styles.quiet}>{text('person.noGroups')}</p>
      ) : (
        <ul className={styles.list}>
          {groups.map((group) => (
            <li key={group.groupID} className={styles.row}>
              <div className={styles.body}>
                <OfficeLink to={groupPath(group.groupID)}>
                  <bdi>{group.name}</bdi>
                </OfficeLink>
              </div>
              {mayWrite && (
                <Button
                  className={density.press}
                  aria-label={text('person.leaveGroupOf', { group: group.name })}
                  onPress={() => members.ask({ group, action: 'remove', userIDs: [person.userID] })}
                >
                  {text('person.leaveGroup')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {centres.length > 0 && (
        <dl className={styles.facts}>
          <dt>{text('person.centres')}</dt>
          <dd>{centres.map((scope) => scopeName(scope, text)).join(', ')}</dd>
        </dl>
      )}
      <AddToGroupDialogs of={adding} />
      <MembersPreview of={members} />
    </Section>
  )
}
