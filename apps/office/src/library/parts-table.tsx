import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import styles from './library.module.css'

/** Lines that are shown without scrolling; a table of more can be reached, and scrolled, by keyboard. */
const mostUnscrolled = 10

/** Some lines of names and figures: too few for a table of pages. It scrolls by itself if there are many. */
export const PartsTable = ({
  caption,
  headers,
  rows,
}: {
  readonly caption: string
  readonly headers: readonly [name: string, ...figures: string[]]
  readonly rows: readonly { readonly name: string; readonly figures: readonly number[] }[]
}) => {
  const { language } = useOfficeTexts()
  return (
    <div className={styles.parts} {...(rows.length > mostUnscrolled && { role: 'group', 'aria-label': caption, tabIndex: 0 })}>
      <table className={styles.partsTable}>
        <caption className={styles.partsCaption}>{caption}</caption>
        <thead>
          <tr>
            {headers.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name, and none moves
            <tr key={at}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {figures.map((figure, place) => (
                <td key={headers[place + 1]}>{figure.toLocaleString(language.code)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
