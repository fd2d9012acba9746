import { type officePerson, officeWithdrawRole, type ReplyOf, type Role } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { authorText } from './author-text.ts'
import { GrantRole } from './grant-role.tsx'
import type { Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { useAct } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'

type Shown = ReplyOf<typeof officePerson>
type Grant = NonNullable<Shown['roles']>[number]

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
  const role = text(`role.${grant.role}`)
  const period = periodText(grant, text, moment)
  return (
    <li className={styles.row} data-over={grant.state === 'open' ? undefined : ''}>
      <div className={styles.body}>
        <div className={styles.name}>
          <span>{role}</span>
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
  const { api, text } = useOffice()
  const act = useAct()
  const [isGranting, setGranting] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Role>()
  const { person, roles, may } = shown
  if (roles === undefined) return null
  const name = nameOf(person)
  const ask = (role: Role | undefined) => {
    act.forget()
    setWithdrawn(role)
  }
  const withdraw = async (role: Role, reason: string) => {
    const body = { userID: person.userID, role, reason }
    if ((await act.run(() => api.call(officeWithdrawRole, { body }))) === undefined) return
    setWithdrawn(undefined)
    onDone({ notice: text('role.withdraw.done', { name, role: text(`role.${role}`) }) })
  }
  return (
    <Section
      title={text('people.roles')}
      actions={
        may.grant.length > 0 && (
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
            <GrantRow
              key={grant.id}
              grant={grant}
              onWithdraw={grant.state === 'open' && may.withdraw.includes(grant.role) ? () => ask(grant.role) : undefined}
            />
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
        <ConfirmDialog
          title={text('role.withdraw.title', { name, role: text(`role.${withdrawn}`) })}
          consequences={[text('role.withdraw.loses'), text('role.withdraw.listed')]}
          confirm={text('role.withdraw')}
          isDangerous
          asksReason
          isPending={act.isPending}
          problem={act.problem}
          onConfirm={(reason) => void withdraw(withdrawn, reason)}
          onClose={() => ask(undefined)}
        />
      )}
    </Section>
  )
}
