import { type officePerson, officeWithdrawRole, type ReplyOf, type RoleScope } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { authorText } from './author-text.ts'
import { GrantRole } from './grant-role.tsx'
import type { Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import { scopeText } from './scope-text.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { useAct } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'

type Shown = ReplyOf<typeof officePerson>
type Grant = NonNullable<Shown['roles']>[number]

/** A role with where it is held: `Invigilator, centre: Leith`. */
const roleText = ({ role, scope }: Grant, text: OfficeText): string =>
  [text(`role.${role}`), ...(scope === undefined ? [] : [scopeText(scope, text)])].join(', ')

/** The scope that a withdrawal names. Undefined for one that no call names: then the role is withdrawn everywhere. */
const scopeOf = ({ scope }: Grant): RoleScope | undefined => {
  if (scope === undefined) return { kind: 'organisation' }
  const { kind, id } = scope
  return kind === 'centre' || kind === 'room' || kind === 'group' ? { kind, id } : undefined
}

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
  const { api, text } = useOffice()
  const act = useAct()
  const [isGranting, setGranting] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Grant>()
  const { person, roles, may } = shown
  if (roles === undefined) return null
  const name = nameOf(person)
  const ask = (grant: Grant | undefined) => {
    act.forget()
    setWithdrawn(grant)
  }
  const withdraw = async (grant: Grant, reason: string) => {
    const scope = scopeOf(grant)
    const body = { userID: person.userID, role: grant.role, reason, ...(scope && { scope }) }
    if ((await act.run(() => api.call(officeWithdrawRole, { body }))) === undefined) return
    setWithdrawn(undefined)
    onDone({ notice: text('role.withdraw.done', { name, role: roleText(grant, text) }) })
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
              onWithdraw={grant.state === 'open' && may.withdraw.includes(grant.role) ? () => ask(grant) : undefined}
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
          title={text('role.withdraw.title', { name, role: roleText(withdrawn, text) })}
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
