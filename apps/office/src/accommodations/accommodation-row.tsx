import type { AccommodationState, AccommodationVersion } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from '../people/section.module.css'
import { useDayText, useMomentText } from '../people/use-moment-text.ts'
import { daysText, originTexts, whatText } from './accommodation-text.ts'
import own from './accommodations.module.css'

const Origin = ({ version }: { readonly version: AccommodationVersion }) => {
  const { text } = useOffice()
  const [day, moment] = [useDayText(), useMomentText()]
  return originTexts(version, text, { day, moment }).map((one) => (
    <div key={one} dir="auto" className={styles.small}>
      {one}
    </div>
  ))
}

const Earlier = ({ version }: { readonly version: AccommodationVersion }) => {
  const { text } = useOffice()
  const day = useDayText()
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <div>{[whatText(version, text), daysText(version, text, day)].join(' · ')}</div>
        <Origin version={version} />
      </div>
    </li>
  )
}

/** One accommodation: what it gives, how it came about, and its earlier versions on request. */
export const AccommodationRow = ({
  accommodation,
  onChange,
  onWithdraw,
}: {
  readonly accommodation: AccommodationState
  /** Undefined if the caller may not. */
  readonly onChange: (() => void) | undefined
  readonly onWithdraw: (() => void) | undefined
}) => {
  const { text } = useOffice()
  const day = useDayText()
  const { state, earlier } = accommodation
  const what = whatText(accommodation, text)
  return (
    <li className={styles.row} data-over={state === 'in-force' || state === 'later' ? undefined : ''}>
      <div className={styles.body}>
        <div className={styles.name}>
          <span>{what}</span>
          <span className={styles.small}>
            {[text(`accommodation.state.${state}`), daysText(accommodation, text, day)].join(' · ')}
          </span>
        </div>
        <Origin version={accommodation} />
        {earlier.length > 0 && (
          <details className={own.earlier}>
            <summary>{text('accommodation.earlier', { count: earlier.length })}</summary>
            <ol className={styles.list}>
              {earlier.map((version) => (
                <Earlier key={version.version} version={version} />
              ))}
            </ol>
          </details>
        )}
      </div>
      <div className={styles.rowActs}>
        {onChange !== undefined && (
          <Button className={density.press} aria-label={text('accommodation.changeOf', { what })} onPress={onChange}>
            {text('accommodation.change')}
          </Button>
        )}
        {onWithdraw !== undefined && (
          <Button className={density.press} aria-label={text('accommodation.withdrawOf', { what })} onPress={onWithdraw}>
            {text('accommodation.withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
