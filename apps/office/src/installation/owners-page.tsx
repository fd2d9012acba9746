import { type InstallationOwnerRow, officeInstallationOwners, type ReplyOf } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { authorText } from '../people/author-text.ts'
import { nameOf } from '../people/person-name.ts'
import sectionStyles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { type SettingsText, useSettingsText } from '../settings/settings-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { GiveDialog } from './give-dialog.tsx'
import styles from './installation.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const minuteMs = 60_000

const stateText = (owner: InstallationOwnerRow, text: SettingsText, moment: (at: string) => string): string => {
  const { isSuspended, isInForce, from, until } = owner
  const period = () => {
    if (from !== undefined && until !== undefined)
      return [text('role.period.both', { from: moment(from), until: moment(until) })]
    if (from !== undefined) return [text('role.period.from', { from: moment(from) })]
    return until === undefined ? [] : [text('role.period.until', { until: moment(until) })]
  }
  const state = isSuspended ? 'people.state.suspended' : isInForce ? 'role.state.now' : 'role.state.later'
  return [text(state), ...period()].join(' · ')
}

const Owner = ({ owner, onWithdraw }: { readonly owner: InstallationOwnerRow; onWithdraw(): void }) => {
  const text = useSettingsText()
  const moment = useMomentText()
  const name = nameOf(owner)
  return (
    <li className={sectionStyles.row}>
      <div className={sectionStyles.body}>
        <div className={sectionStyles.name}>
          <bdi>{name}</bdi>
          {owner.isSelf && <span className={sectionStyles.scope}>{text('installation.self')}</span>}
          <span className={sectionStyles.small}>{stateText(owner, text, moment)}</span>
        </div>
        <div className={sectionStyles.small}>
          <bdi>{owner.username}</bdi> · <bdi>{owner.organisation}</bdi>
        </div>
        <div className={sectionStyles.small}>
          {text('role.givenBy', { author: authorText(owner.grantedBy, text), time: moment(owner.grantedAt) })}
        </div>
      </div>
      <Button className={density.press} aria-label={text('installation.withdrawOf', { name })} onPress={onWithdraw}>
        {text('role.withdraw')}
      </Button>
    </li>
  )
}

const Owners = ({
  shown: { owners, asOf },
  isOld,
  onAgain,
}: {
  readonly shown: ReplyOf<typeof officeInstallationOwners>
  readonly isOld: boolean
  onAgain(): void
}) => {
  const text = useSettingsText()
  const moment = useMomentText()
  const navigate = useNavigate()
  const { session } = useOfficeParts()
  const [notice, setNotice] = useState<string>()
  const [isGiving, setGiving] = useState(false)
  const [withdrawn, setWithdrawn] = useState<InstallationOwnerRow>()
  const done = (said: string) => {
    setNotice(said)
    setGiving(false)
    setWithdrawn(undefined)
    onAgain()
  }
  const withdrawDone = async ({ isSelf }: InstallationOwnerRow, said: string) => {
    if (!isSelf) return done(said)
    // This page is none of theirs any more.
    setWithdrawn(undefined)
    await navigate({ to: '/today' })
    await session.lookAgain()
  }
  return (
    <>
      <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      {isOld && (
        <>
          <Problem>{text('installation.ownersFailedKept', { time: moment(asOf) })}</Problem>
          <Button className={density.press} onPress={onAgain}>
            {text('table.retry')}
          </Button>
        </>
      )}
      <p className={styles.help}>{text('installation.ownersHelp')}</p>
      <Section
        title={text('installation.owners')}
        actions={
          <Button className={density.press} onPress={() => setGiving(true)}>
            {text('installation.give')}
          </Button>
        }
      >
        <ul className={sectionStyles.list}>
          {owners.map((owner) => (
            <Owner key={owner.grantID} owner={owner} onWithdraw={() => setWithdrawn(owner)} />
          ))}
        </ul>
      </Section>
      <StatusLine asOfMs={Date.parse(asOf)} staleAfterMs={5 * minuteMs} />
      {isGiving && <GiveDialog onDone={done} onClose={() => setGiving(false)} />}
      {withdrawn !== undefined && (
        <WithdrawDialog
          owner={withdrawn}
          onDone={(said) => void withdrawDone(withdrawn, said)}
          onClose={() => {
            setWithdrawn(undefined)
            onAgain()
          }}
        />
      )}
    </>
  )
}

/** Who owns the installation, and who else is to. */
const OwnersPage = () => {
  const { api } = useOffice()
  const text = useSettingsText()
  const { data, isError, refetch } = useQuery(officeQuery(api, officeInstallationOwners, {}))
  const again = () => void refetch()
  return (
    <OfficePage
      title={text('installation.owners')}
      above={<OfficeLink to="/installation">{text('installation.back')}</OfficeLink>}
      isLoading={data === undefined && !isError}
    >
      <div className={styles.page}>
        {data !== undefined && <Owners shown={data} isOld={isError} onAgain={again} />}
        {data === undefined && !isError && <p role="status">{text('installation.ownersLoading')}</p>}
        {data === undefined && isError && (
          <>
            <Problem>{text('installation.ownersFailed')}</Problem>
            <Button className={density.press} onPress={again}>
              {text('table.retry')}
            </Button>
          </>
        )}
      </div>
    </OfficePage>
  )
}

export default OwnersPage
