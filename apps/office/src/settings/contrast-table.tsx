import { Icon } from '@sitwell/ui/icon.tsx'
import { useOffice } from '../office-context.tsx'
import { type ContrastPair, fitsAsGiven, roundedDown } from './contrast-pairs.ts'
import styles from './look.module.css'
import { useSettingsText } from './settings-text.ts'

/** What stands on what, with the contrast of the colours as given and as the player shows them. */
export const ContrastTable = ({ pairs }: { readonly pairs: readonly ContrastPair[] }) => {
  const { language } = useOffice()
  const text = useSettingsText()
  const format = new Intl.NumberFormat(language.code, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const ratio = (value: number) => text('look.ratio', { ratio: format.format(roundedDown(value)) })
  return (
    <table className={styles.table} aria-label={text('look.contrast')}>
      <thead>
        <tr>
          <th scope="col">{text('look.pair')}</th>
          <th scope="col">{text('look.needs')}</th>
          <th scope="col">{text('look.given')}</th>
          <th scope="col">{text('look.shown')}</th>
          <th scope="col">{text('look.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.id} data-pair={pair.id} data-fits={fitsAsGiven(pair) || undefined}>
            <th scope="row">{text(`look.pair.${pair.id}`)}</th>
            <td data-title={text('look.needs')}>{ratio(pair.least)}</td>
            <td data-title={text('look.given')}>{ratio(pair.given)}</td>
            <td data-title={text('look.shown')}>{ratio(pair.shown)}</td>
            <td className={styles.verdict}>
              <Icon name={fitsAsGiven(pair) ? 'check' : 'alert'} className={styles.icon} />
              <span>{text(fitsAsGiven(pair) ? 'look.fits' : 'look.adjusted')}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
