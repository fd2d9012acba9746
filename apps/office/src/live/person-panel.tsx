import { type LiveAction, type LiveRow, type LiveView, officeLivePerson } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { MenuButton } from '@sitwell/office-ui/menu-button.tsx'
import { SidePanel } from '@sitwell/office-ui/side-panel.tsx'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { presetTexts } from '../accommodations/preset-text.ts'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { nameOf } from '../people/person-name.ts'
import sections from '../people/section.module.css'
import { personResultPath, sittingPath } from '../results/results-path.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OutcomeLine } from './action-details.tsx'
import { didText } from './acts/act-text.ts'
import { type LiveActId, liveActIds, makesSense, mayAct } from './acts/live-acts.ts'
import { ledgerText } from './ledger-text.ts'
import styles from './live.module.css'
import { checksOf } from './rows/checks.ts'
import { type ShownBy, shownRow, sinceText } from './rows/shown-row.ts'
import { differenceText } from './times.ts'

/** Acts that have a button of their own in the panel, if they make sense; all others are in the menu. */
const first: readonly LiveActId[] = ['add-time', 'message', 'pause', 'resume', 'end-rest-break', 'reopen', 'release-start']

interface PanelProps {
  readonly row: LiveRow
  readonly view: LiveView
  readonly by: ShownBy
  readonly actions: readonly LiveAction[]
  onAct(id: LiveActId, row: LiveRow): void
  onClose(): void
  /** Whether a path of the office shows a page to this person. */
  leadsTo(path: string): boolean
}

const Acts = ({ row, view, onAct }: Pick<PanelProps, 'onAct' | 'row' | 'view'>) => {
  const { text } = useOffice()
  const possible = liveActIds.filter((id) => makesSense(row, id) && mayAct(view, row, id))
  const buttons = possible.filter((id) => first.includes(id))
  const more = possible.filter((id) => !first.includes(id) && id !== 'grant' && id !== 'decline')
  const asks = possible.filter((id) => id === 'grant' || id === 'decline')
  if (row.isOwn) return <p className={styles.quiet}>{text('live.panel.own')}</p>
  return (
    <>
      {asks.length > 0 && (
        <div className={styles.request}>
          <p>{text('live.panel.asks')}</p>
          <div className={styles.acts}>
            {asks.map((id) => (
              <Button key={id} className={density.press} onPress={() => onAct(id, row)}>
                {text('live.more', { act: text(`live.act.${id}`) })}
              </Button>
            ))}
          </div>
        </div>
      )}
      <div className={styles.acts}>
        {buttons.map((id) => (
          <Button key={id} className={density.press} onPress={() => onAct(id, row)}>
            {text('live.more', { act: text(`live.act.${id}`) })}
          </Button>
        ))}
        {more.length > 0 && (
          <MenuButton
            label={text('live.moreActs')}
            entries={more.map((id) => ({
              id,
              title: text('live.more', { act: text(`live.act.${id}`) }),
              isDangerous: id === 'end',
              onPick: () => onAct(id, row),
            }))}
          />
        )}
      </div>
    </>
  )
}

/** What the page said of itself, as of the moment at which it said it. */
const PageFacts = ({ row, by }: Pick<PanelProps, 'by' | 'row'>) => {
  const { text } = useOffice()
  const { page } = row
  if (page === undefined) return null
  const facts = [
    [text('live.panel.reported'), by.clock(Date.parse(page.at))],
    [text('live.page'), page.offMs === undefined ? '' : differenceText(page.offMs, text)],
    [text('live.panel.unsent'), String(page.unsent)],
    [text('live.panel.device'), page.isClockWrong ? text('live.check.device') : text('live.panel.deviceRight')],
    [text('live.panel.build'), page.isOldBuild ? text('live.check.build') : text('live.panel.buildNewest')],
  ] as const
  return (
    <>
      <h3 className={styles.part}>{text('live.panel.pageTitle')}</h3>
      <dl className={sections.facts}>
        {facts.map(([title, value]) =>
          value === '' ? null : (
            <Fragment key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
    </>
  )
}

const Facts = ({ row, by }: Pick<PanelProps, 'by' | 'row'>) => {
  const { text } = useOffice()
  const shown = shownRow(row, by)
  const facts = [
    [text('live.room'), shown.room],
    [text('live.contact'), shown.contact],
    [text('live.leftTitle'), shown.left],
    [text('live.saved'), shown.saved],
    [text('live.question'), shown.question],
    [text('live.panel.startedAt'), row.startedAt === undefined ? '' : by.clock(Date.parse(row.startedAt))],
    [
      text('live.panel.opensAt'),
      row.startedAt !== undefined || row.opensAt === undefined ? '' : by.clock(Date.parse(row.opensAt)),
    ],
    [text('live.panel.handedInAt'), row.handedInAt === undefined ? '' : by.clock(Date.parse(row.handedInAt))],
    [text('live.panel.because'), row.handedInBecause === undefined ? '' : text(`live.because.${row.handedInBecause}`)],
    [text('live.notes'), shown.notes],
    [text('live.panel.supervision'), row.supervision.map(({ provider, what }) => `${provider}: ${what}`).join(', ')],
  ] as const
  return (
    <dl className={sections.facts}>
      <dt>{text('live.stateTitle')}</dt>
      <dd>
        <StatusMark {...shown.state} />
      </dd>
      {facts.map(([title, value]) =>
        value === '' ? null : (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}

/** What changes of a row when its history does. */
const versionOf = (row: LiveRow, actions: readonly LiveAction[]): string =>
  JSON.stringify([
    ...[
      row.state,
      row.isPaused,
      row.rest?.until,
      row.isHeld,
      row.incidents,
      row.requestedAt,
      row.addedMs,
      row.attendance,
      row.roomID,
    ],
    actions.map(({ actionID, counts }) => [actionID, counts]),
  ])

const History = ({ row, view, by, actions }: Pick<PanelProps, 'actions' | 'by' | 'row' | 'view'>) => {
  const { api, text } = useOffice()
  const asked = officeQuery(api, officeLivePerson, { query: { rowID: row.rowID } })
  const { data, error, refetch } = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, versionOf(row, actions)],
    placeholderData: (before) => before,
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? (
      <p role="status">{text('live.loading')}</p>
    ) : (
      <div className={styles.failed}>
        <Problem>{failureText(error.failure, text)}</Problem>
        <Button className={density.press} onPress={() => void refetch()}>
          {text('table.retry')}
        </Button>
      </div>
    )
  return (
    <>
      {data.presets !== undefined && (
        <>
          <h3 className={styles.part}>{text('live.panel.presets')}</h3>
          <p>
            <bdi>{presetTexts(data.presets, text).join(' · ')}</bdi>
          </p>
        </>
      )}
      <h3 className={styles.part}>{text('live.panel.actions')}</h3>
      {data.actions.length === 0 && <p className={styles.quiet}>{text('live.panel.noActions')}</p>}
      <ul className={styles.events}>
        {data.actions.map((one) => (
          <li key={one.actionID} className={styles.entry}>
            <time className={styles.time} dateTime={one.at}>
              {by.clock(Date.parse(one.at))}
            </time>
            <div className={styles.entryBody}>
              <bdi>{didText(one.act, view, text)}</bdi>{' '}
              <span className={styles.quiet}>{one.isMine ? text('live.byYou') : text('live.by', { name: one.by })}</span>
              <OutcomeLine of={one} />
            </div>
          </li>
        ))}
      </ul>
      <h3 className={styles.part}>{text('live.panel.ledger')}</h3>
      {data.events.length === 0 && <p className={styles.quiet}>{text('live.panel.noLedger')}</p>}
      <ol className={styles.events}>
        {data.events.map((event) => (
          <li key={event.number} className={styles.entry}>
            <time className={styles.time} dateTime={event.at}>
              {by.clock(Date.parse(event.at))}
            </time>
            <bdi className={styles.entryBody}>{ledgerText(event, text)}</bdi>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The way to how their result comes about, for whoever may read results; the server checks it of this delivery. */
const Evidence = ({ row, leadsTo }: Pick<PanelProps, 'leadsTo' | 'row'>) => {
  const { text } = useOffice()
  const { deliveryID, formRunGuid, userID } = row
  if (deliveryID === undefined || formRunGuid === undefined) return null
  const path = personResultPath(deliveryID, userID)
  if (!leadsTo(path)) return null
  return (
    <p>
      <OfficeLink to={sittingPath(userID, { deliveryID, formRunGUID: formRunGuid })}>{text('live.panel.evidence')}</OfficeLink>
    </p>
  )
}

/** One person of the live view: how they stand, the evidence of it, and what can be done. */
export const PersonPanel = (props: PanelProps) => {
  const { row, by, onClose } = props
  const { text } = useOffice()
  const found = checksOf(row)
  return (
    <SidePanel title={nameOf(row)} onClose={onClose}>
      <div className={styles.panel}>
        {row.state === 'no-contact' && (
          <p className={styles.warn}>{text('live.panel.noContact', { ago: sinceText(row.contactAt ?? row.startedAt, by) })}</p>
        )}
        {found.length > 0 && (
          <ul className={styles.checks}>
            {found.map((check) => (
              <li key={check} className={styles.warn}>
                {text(`live.evidence.${check}`)}
              </li>
            ))}
          </ul>
        )}
        <Acts {...props} />
        <Facts row={row} by={by} />
        <Evidence {...props} />
        <PageFacts row={row} by={by} />
        <History {...props} />
      </div>
    </SidePanel>
  )
}
