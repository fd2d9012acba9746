import { type FactState, type OperationFact, officeTodayOperation } from '@sitwell/contract'
import { ageOf } from '@sitwell/office-ui/age.ts'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { StatusMark, type StatusTone } from '@sitwell/office-ui/status-mark.tsx'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import sectionStyles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { bytesText } from './bytes-text.ts'
import styles from './today.module.css'

const tones: Record<FactState, StatusTone> = { good: 'good', attention: 'late', bad: 'bad', unknown: 'idle' }

/** What was found, in words. */
const useFoundText = () => {
  const { text, language } = useOffice()
  const moment = useMomentText()
  const size = (bytes: number | undefined) => (bytes === undefined ? '' : bytesText(bytes, language.code))
  return ({ found, is, bytes, ofBytes, tookMs = 0, count = 0, names = [], until, checkedAt }: OperationFact): string[] => {
    const [name = '', migration = ''] = names
    const values = { name, version: name, migration, count, ms: Math.max(tookMs, 1), names: names.join(', ') }
    const sizes = { size: size(bytes), free: size(bytes), all: size(ofBytes) }
    const time = until === undefined ? '' : moment(until)
    return [
      text(`today.found.${found}`, { ...values, ...sizes, time }),
      ...(is === 'database' && bytes !== undefined ? [text('today.size', { size: size(bytes) })] : []),
      ...(checkedAt === undefined ? [] : [text('today.checked', { time: moment(checkedAt) })]),
    ]
  }
}

const Fact = ({ fact, asOfMs }: { readonly fact: OperationFact; readonly asOfMs: number }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const foundText = useFoundText()
  const { is, state, at, from, found } = fact
  const age = at === undefined ? undefined : ageOf(Date.parse(at), asOfMs)
  const known = found === 'jobs-fail' ? 'today.since' : 'status.asOf'
  return (
    <li className={styles.entry}>
      <div className={styles.fact}>
        <h3 className={styles.name}>{text(`today.fact.${is}`)}</h3>
        <StatusMark tone={tones[state]} text={text(`today.state.${state}`)} />
      </div>
      <div className={styles.body}>
        <p>{foundText(fact).join(' ')}</p>
        <p className={sectionStyles.small}>
          {[
            ...(at === undefined || age === undefined
              ? [text('today.neverKnown')]
              : [text(known, { time: moment(at) }), text(age.id, { count: age.count })]),
            text(`today.from.${from}`),
          ].join(' · ')}
        </p>
      </div>
    </li>
  )
}

/** How the server stands: each fact with its age and where it comes from. */
export const ServerFacts = () => {
  const { api, text } = useOffice()
  const moment = useMomentText()
  const { data, isError } = useQuery(officeQuery(api, officeTodayOperation, {}))
  return (
    <Section title={text('today.server')}>
      {isError && (
        <Problem>
          {data === undefined ? text('today.serverFailed') : text('today.failedKept', { time: moment(data.asOf) })}
        </Problem>
      )}
      {data === undefined && !isError && <p className={sectionStyles.quiet}>{text('today.serverLoading')}</p>}
      {data !== undefined && (
        <>
          <ul className={sectionStyles.list}>
            {data.facts.map((fact) => (
              <Fact key={fact.is} fact={fact} asOfMs={Date.parse(data.asOf)} />
            ))}
          </ul>
          <p className={sectionStyles.small}>{text('today.serverHelp', { time: moment(data.since) })}</p>
        </>
      )}
    </Section>
  )
}
