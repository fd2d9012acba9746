import type { officePerson, PersonGrant, ReplyOf } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { authorText } from './author-text.ts'
import { isAnythingGivable } from './givable-roles.ts'
import { GrantRole } from './grant-role.tsx'
import { roleText } from './grant-text.ts'
import type { Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import { scopeText } from './scope-text.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { useMomentText } from './use-moment-text.ts'
import { WithdrawRole } from './withdraw-role.tsx'

type Shown = ReplyOf<typeof officePerson>
type Grant = PersonGrant

const stateText = ({ state, isInForce }: Grant, text: OfficeText): string => {
  if (state !== 'open') return text(`role.state.${state}`)
  return text(isInForce ? 'role.state.now' : 'role.state.later')
}

const periodText = ({ from, until }: Grant, text: OfficeText, moment: (at: string) => string): string => {
  if (from !== undefined && until !== undefined) return text('role.period.both', { from: moment(from), until: moment(until) })
  if (from !== undefined) return text('role.period.from', { from: moment(from) })
  return until === undefined ? '' : text('role.period.until', { until: moment(until) })
}

const givenText = ({ grantedBy, grantedAt }: Grant, text: OfficeText, moment: (at: string) => string): string => {
  const author = authorText(grantedBy, text)
  return grantedAt === undefined
    ? text('role.givenByAlone', { author })
    : text('role.givenBy', { author, time: moment(grantedAt) })
}

const GrantRow = ({ grant, onWithdraw }: { readonly grant: Grant; readonly onWithdraw: (() => void) | undefined }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const role = roleText(grant, text)
  const period = periodText(grant, text, moment)
  return (
    <li className={styles.row} data-over={grant.state === 'open' ? undefined : ''}>
      <div className={styles.body}>
        <div className={styles.name}>
          <span>{text(`role.${grant.role}`)}</span>
          {grant.scope !== undefined && <span className={styles.scope}>{scopeText(grant.scope, text)}</span>}
          <span className={styles.small}>{[stateText(grant, text), period].filter((part) => part !== '').join(' · ')}</span>
        </div>
        <div className={styles.small}>{givenText(grant, text, moment)}</div>
        {grant.withdrawnBy !== undefined && grant.withdrawnAt !== undefined && (
          <div className={styles.small}>
            {text('role.withdrawnBy', {
              author: authorText(grant.withdrawnBy, text),
              time: moment(grant.withdrawnAt),
              reason: grant.reason ?? '–',
            })}
          </div>
        )}
      </div>
      {onWithdraw !== undefined && (
        <Button className={density.press} aria-label={text('role.withdrawOf', { role })} onPress={onWithdraw}>
          {text('role.withdraw')}
        </Button>
      )}
    </li>
  )
}

/** The roles that a person has, will have and had, with who gave them. */
export const PersonRoles = ({ shown, onDone }: { readonly shown: Shown; onDone(done: Done): void }) => {
  const { text } = useOffice()
  const [isGranting, setGranting] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Grant>()
  const { person, roles, mayGive } = shown
  if (roles === undefined) return null
  return (
    <Section
      title={text('people.roles')}
      actions={
        isAnythingGivable(mayGive) && (
          <Button className={density.press} onPress={() => setGranting(true)}>
            {text('role.grant')}
          </Button>
        )
      }
    >
      {roles.length === 0 ? (
        <p className={styles.quiet}>{text('role.none')}</p>
      ) : (
        <ul className={styles.list}>
          {roles.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onWithdraw={grant.mayWithdraw ? () => setWithdrawn(grant) : undefined} />
          ))}
        </ul>
      )}
      {isGranting && (
        <GrantRole
          shown={shown}
          onDone={(done) => {
            setGranting(false)
            onDone(done)
          }}
          onClose={() => setGranting(false)}
        />
      )}
      {withdrawn !== undefined && (
        <WithdrawRole
          userID={person.userID}
          name={nameOf(person)}
          grant={withdrawn}
          onDone={(notice) => {
            setWithdrawn(undefined)
            onDone({ notice })
          }}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </Section>
  )
}
