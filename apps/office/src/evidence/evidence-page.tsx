import { textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { ledgerText } from '../live/ledger-text.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import section from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import { CheckPart } from './check-part.tsx'
import styles from './evidence.module.css'
import { type Evidence, outcomeText, type Sitting, seesText } from './evidence-text.ts'
import { MarksPart } from './marks-part.tsx'
import { NotesPart } from './notes-part.tsx'
import { ReplayPart } from './replay-part.tsx'
import { useEvidence } from './use-evidence.ts'

const fields = { sitting: textField({ longest: 128 }) }

interface EvidenceProps {
  readonly deliveryID: string
  readonly userID: number
  /** Whether a path of the office shows a page to this person. */
  leadsTo(path: string): boolean
}

/** The sitting and the others of the same person, of which each has an address. */
const SittingFacts = ({
  evidence,
  sitting,
  path,
}: {
  readonly evidence: Evidence
  readonly sitting: Sitting
  readonly path: string
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const others = evidence.sittings.filter(({ formRunGuid }) => formRunGuid !== sitting.formRunGuid)
  return (
    <Section title={text('evidence.sitting')}>
      <p className={styles.seen}>{seesText(sitting, text, moment)}</p>
      <dl className={section.facts}>
        <dt>{text('evidence.begun')}</dt>
        <dd>{moment(sitting.startedAt)}</dd>
        <dt>{text('evidence.handedIn')}</dt>
        <dd>{sitting.completedAt === undefined ? text('evidence.open') : moment(sitting.completedAt)}</dd>
        <dt>{text('evidence.version')}</dt>
        <dd>{sitting.examVersion}</dd>
        {others.length > 0 && <dt>{text('evidence.others')}</dt>}
        {others.map(({ formRunGuid, startedAt }) => (
          <dd key={formRunGuid}>
            <OfficeLink to={`${path}?sitting=${encodeURIComponent(formRunGuid)}`}>{moment(startedAt)}</OfficeLink>
          </dd>
        ))}
      </dl>
    </Section>
  )
}

const Outcomes = ({ outcomes }: { readonly outcomes: Evidence['outcomes'] }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <Section title={text('evidence.outcomes')}>
      {outcomes.length === 0 && <p className={styles.words}>{text('evidence.outcomes.none')}</p>}
      <ol className={styles.lines}>
        {outcomes.map((one) => (
          <li key={`${one.at} ${one.act}`} className={styles.line}>
            <p>{[outcomeText(one, text), ...(one.by === undefined ? [] : [one.by]), moment(one.at)].join(' · ')}</p>
            <p className={styles.words} dir="auto">
              {one.reason}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const History = ({ events }: { readonly events: Sitting['events'] }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <Section title={text('evidence.history')}>
      <ol className={styles.lines}>
        {events.map((event) => (
          <li key={event.number} className={styles.line}>
            <p>
              <time dateTime={event.at}>{moment(event.at)}</time>
              {' · '}
              <bdi>{ledgerText(event, text)}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Files = ({ files }: { readonly files: Sitting['files'] }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <Section title={text('evidence.files')}>
      {files.length === 0 && <p className={styles.words}>{text('evidence.files.none')}</p>}
      <ul className={styles.lines}>
        {files.map(({ name, bytes, sha256, at, deletedAt }) => (
          <li key={`${sha256} ${at}`} className={styles.line}>
            <p>
              <bdi>{name}</bdi>{' '}
              <span>
                {[
                  text('evidence.files.bytes', { count: bytes }),
                  moment(at),
                  ...(deletedAt === undefined ? [] : [text('evidence.files.deleted', { time: moment(deletedAt) })]),
                ].join(' · ')}
              </span>
            </p>
            <p className={styles.hash} dir="ltr">
              {`SHA-256 ${sha256}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** One person's result in a delivery, and how it came about: marks, what happened, the check of what is kept, and notes for the file. */
const EvidencePage = ({ deliveryID, userID, leadsTo }: EvidenceProps) => {
  const { text } = useOffice()
  const [{ sitting: asked }] = useAddressQuery(fields)
  const { data, error, isError, refetch } = useEvidence(deliveryID, userID, asked)
  const back = `/results/${encodeURIComponent(deliveryID)}`
  const sitting = data?.sitting
  const named = sitting && { deliveryID, userID, formRunGuid: sitting.formRunGuid }
  return (
    <ReadingPage
      title={data && nameOf(data.person)}
      above={leadsTo(back) && <OfficeLink to={back}>{data?.delivery.name ?? text('evidence.back')}</OfficeLink>}
      words={{
        ...{ heading: text('evidence.heading'), loading: text('evidence.loading') },
        ...{ failed: text('evidence.failed'), missing: text('evidence.notFound') },
      }}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {data && (
        <div className={styles.page}>
          <p className={styles.words}>
            {[
              data.delivery.name,
              data.delivery.examName,
              ...(data.person.identifier === undefined ? [] : [data.person.identifier]),
            ].join(' · ')}
          </p>
          {sitting && named ? (
            <>
              <SittingFacts evidence={data} sitting={sitting} path={`${back}/people/${userID}`} />
              {sitting.marks && (
                <Section title={text('evidence.marksHeading')}>
                  <MarksPart marks={sitting.marks} />
                </Section>
              )}
              <Outcomes outcomes={data.outcomes} />
              <History events={sitting.events} />
              <Section title={text('evidence.replay.heading')}>
                <ReplayPart key={sitting.formRunGuid} sitting={named} />
              </Section>
              <Files files={sitting.files} />
              <Section title={text('evidence.check')}>
                <CheckPart key={sitting.formRunGuid} sitting={named} mayVerify={data.may.marks} />
              </Section>
              <Section title={text('evidence.notes')}>
                <NotesPart key={sitting.formRunGuid} sitting={named} notes={sitting.notes} mayWrite={data.may.note} />
              </Section>
            </>
          ) : (
            <>
              <p>{text('evidence.noSitting')}</p>
              <Outcomes outcomes={data.outcomes} />
            </>
          )}
        </div>
      )}
    </ReadingPage>
  )
}

export default EvidencePage
