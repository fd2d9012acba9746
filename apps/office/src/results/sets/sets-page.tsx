import { type DeliveryResults, officeComputeResults, type ResultSet } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useId, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import { ResultNotice } from '../result-notice.tsx'
import { setText } from '../result-text.ts'
import { ResultsFrame } from '../results-frame.tsx'
import type { ResultsPageProps } from '../results-path.ts'
import { useRequestIds, useResultAct } from '../use-result-act.ts'
import { BeforeRelease } from './before-release.tsx'
import { nextAct } from './checks.ts'
import { ComparePart } from './compare-part.tsx'
import { ConfirmSet } from './confirm-set.tsx'
import { CancelRelease, MarkingDialog, WithdrawSet } from './other-dialogs.tsx'
import { ReleasePart } from './release-part.tsx'
import { type SetAct, SetBody, SetCard } from './set-card.tsx'
import styles from './sets.module.css'
import { setsFields } from './sets-address.ts'

/** What a dialog is open for. */
type Open = { readonly act: 'marking' } | { readonly act: Exclude<SetAct, 'compare' | 'release'>; readonly set: number }

const Compute = ({ results, onDone }: { readonly results: DeliveryResults; onDone(notice: string): void }) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const requestId = useRequestIds()
  const compute = async () => {
    const body = { deliveryID: results.deliveryID }
    // Each set that is stored makes the next request another one.
    const id = requestId([body, results.sets.length])
    const done = await run(() => api.call(officeComputeResults, { body: { ...body, requestId: id } }))
    if (done) onDone(text('results.computed', { number: done.set.set, count: done.set.people }))
  }
  return (
    <>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Button
        {...(nextAct(results) === 'compute' && { variant: 'primary' as const })}
        className={density.press}
        isPending={isPending}
        onPress={() => void compute()}
      >
        {text(results.sets.length === 0 ? 'results.compute' : 'results.computeNew')}
      </Button>
    </>
  )
}

/** Sets before the newest one, each closed until it is looked at. */
const Earlier = ({
  sets,
  ...card
}: {
  readonly sets: readonly ResultSet[]
  readonly results: DeliveryResults
  leadsTo(path: string): boolean
  onAct(act: SetAct, set: ResultSet): void
}) => {
  const { text } = useOffice()
  const id = useId()
  if (sets.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.sets}>
      <h2 id={id} className={styles.heading}>
        {text('results.earlier')}
      </h2>
      {sets.map((set) => (
        <details key={set.set} className={styles.earlier} open={card.results.shown === set.set}>
          <summary>
            <bdi>{setText(set, text)}</bdi>
          </summary>
          <SetBody {...card} set={set} />
        </details>
      ))}
    </section>
  )
}

const Sets = ({ results, leadsTo }: { readonly results: DeliveryResults } & Pick<ResultsPageProps, 'leadsTo'>) => {
  const { text } = useOffice()
  const [{ compare, release }, change] = useAddressQuery(setsFields)
  const [open, setOpen] = useState<Open>()
  const [notice, setNotice] = useState<string>()
  const [newest, ...earlier] = results.sets
  const released = results.sets.find(({ set, state }) => set === release && state === 'confirmed')
  const close = () => setOpen(undefined)
  const done = (words: string) => {
    setOpen(undefined)
    setNotice(words)
  }
  const act = (id: SetAct, { set }: ResultSet) => {
    setNotice(undefined)
    if (id === 'compare') void change({ compare: compareOf(results, set), release: undefined }, { replace: false })
    else if (id === 'release') void change({ release: set, compare: undefined }, { replace: false })
    else setOpen({ act: id, set })
  }
  const mayCompute = results.may.includes('confirm') && results.people > 0
  const ofDialog = open !== undefined && 'set' in open ? results.sets.find(({ set }) => set === open.set) : undefined
  const dialog = { results, onDone: done, onClose: close }
  const cards = { results, leadsTo, onAct: act }
  return (
    <>
      <ResultNotice reading={results} onClose={() => setNotice(undefined)}>
        {open === undefined ? notice : undefined}
      </ResultNotice>
      <div className={styles.page}>
        {released && (
          <ReleasePart
            key={released.set}
            set={released}
            results={results}
            onDone={(words) => {
              void change({ release: undefined })
              done(words)
            }}
            onClose={() => void change({ release: undefined })}
          />
        )}
        {compare && (
          <ComparePart
            results={results}
            from={compare[0]}
            to={compare[1]}
            onChange={(sides) => void change({ compare: sides })}
            onClose={() => void change({ compare: undefined })}
          />
        )}
        <div className={styles.two}>
          <div className={styles.sets}>
            {newest ? (
              <SetCard {...cards} set={newest}>
                {mayCompute && <Compute results={results} onDone={done} />}
              </SetCard>
            ) : (
              <Section title={text('results.tab.sets')}>
                <p className={styles.quiet}>{text('results.sets.none')}</p>
                {mayCompute && (
                  <div className={styles.acts}>
                    <Compute results={results} onDone={done} />
                  </div>
                )}
              </Section>
            )}
            <Earlier {...cards} sets={earlier} />
          </div>
          <BeforeRelease results={results} leadsTo={leadsTo} onMarking={() => setOpen({ act: 'marking' })} />
        </div>
      </div>
      {open?.act === 'marking' && <MarkingDialog {...dialog} />}
      {open?.act === 'confirm' && ofDialog && <ConfirmSet {...dialog} set={ofDialog} />}
      {open?.act === 'cancel' && ofDialog && <CancelRelease {...dialog} set={ofDialog} />}
      {open?.act === 'withdraw' && ofDialog && <WithdrawSet {...dialog} set={ofDialog} />}
    </>
  )
}

/** A set is compared with the one before it; the first of all with now. */
const compareOf = ({ sets }: DeliveryResults, set: number): readonly [from: string, to: string] => {
  const before = sets.find((one) => one.set < set)
  return before === undefined ? [String(set), 'now'] : [String(before.set), String(set)]
}

/** The result sets of a delivery: from computed to released, what has to be so before that, and how they differ. */
const ResultSetsPage = (page: ResultsPageProps) => (
  <ResultsFrame {...page} tab="sets">
    {(results) => <Sets results={results} leadsTo={page.leadsTo} />}
  </ResultsFrame>
)

export default ResultSetsPage
