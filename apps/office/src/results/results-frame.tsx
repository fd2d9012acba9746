import type { DeliveryResults } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import { setText, setTones } from './result-text.ts'
import styles from './results.module.css'
import { type ResultsPageProps, type ResultTab, resultsPath, resultTabs } from './results-path.ts'
import { useDeliveryResults } from './use-results.ts'

/** The parts of the results as links, so that each has an address, and opens in a tab of its own. */
const ResultTabs = ({ deliveryID, leadsTo, tab: current }: ResultsPageProps & { readonly tab: ResultTab }) => {
  const { text } = useOffice()
  const shown = resultTabs.filter((tab) => leadsTo(resultsPath(deliveryID, tab)))
  const place = useRef<HTMLElement>(null)
  // On a phone they don't fit beside each other: the one that shows comes into sight.
  useLayoutEffect(() => {
    const link = place.current?.querySelector(`[data-tab="${current}"]`)
    if (!place.current || !link) return
    const [outer, inner] = [place.current.getBoundingClientRect(), link.getBoundingClientRect()]
    place.current.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  }, [current])
  return (
    <nav ref={place} aria-label={text('results.parts')} className={styles.tabs}>
      {shown.map((tab) => (
        <span key={tab} data-tab={tab}>
          <OfficeLink to={resultsPath(deliveryID, tab)} isCurrent={tab === current} className={styles.tab}>
            {text(`results.tab.${tab}`)}
          </OfficeLink>
        </span>
      ))}
    </nav>
  )
}

/** How far the newest set is, as the way to the sets. */
const NewestSet = ({ results }: { readonly results: DeliveryResults }) => {
  const { text } = useOffice()
  const [newest] = results.sets
  return (
    <OfficeLink to={resultsPath(results.deliveryID, 'sets')} className={styles.newest}>
      <StatusMark tone={setTones[newest?.state ?? 'none']} text={newest ? setText(newest, text) : text('results.state.none')} />
    </OfficeLink>
  )
}

/**
 * A page about the results of a delivery: its name, the links to its other parts, and what is in it once the results are read. `children` is given
 * what `officeDeliveryResults` replies. With `fills`, what is in it shares the height of the window.
 */
export const ResultsFrame = ({
  tab,
  actions,
  fills = false,
  children,
  ...page
}: ResultsPageProps & {
  readonly tab: ResultTab
  readonly actions?: ReactNode
  readonly fills?: boolean
  children(results: DeliveryResults): ReactNode
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { data, error, isError, refetch } = useDeliveryResults(page.deliveryID)
  const words = {
    ...{ heading: text('results.heading'), loading: text('results.loading') },
    ...{ failed: text('results.failed'), missing: text('results.notFound') },
  }
  return (
    <ReadingPage
      title={data?.results.name}
      above={<OfficeLink to="/results">{text('results.back')}</OfficeLink>}
      actions={actions ?? (data && tab !== 'sets' && <NewestSet results={data.results} />)}
      fills={fills}
      words={words}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {data && (
        <>
          <ResultTabs {...page} tab={tab} />
          {isError && <Problem>{text('results.failedKept', { time: moment(data.asOf) })}</Problem>}
          {children(data.results)}
        </>
      )}
    </ReadingPage>
  )
}
