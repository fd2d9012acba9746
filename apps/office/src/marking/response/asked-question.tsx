import type { MarkedQuestion, MarkedText } from '@sitwell/contract'
import { Html } from '@sitwell/ui/html.tsx'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { useOffice } from '../../office-context.tsx'
import styles from './response.module.css'

const Words = ({ words }: { readonly words: MarkedText }) =>
  words.isHtml ? <Html html={words.text} /> : <span className={styles.plain}>{words.text}</span>

const Offers = ({ offers }: Pick<MarkedQuestion, 'offers'>) =>
  offers.map((offer, at) =>
    offer.kind === 'list' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: offers have no ids, and none moves
      <div key={at} className={styles.offer}>
        {offer.label && <Words words={offer.label} />}
        <ul>
          {offer.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may be the same, and none moves
            <li key={place}>
              <Words words={item} />
            </li>
          ))}
        </ul>
      </div>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: offers have no ids, and none moves
      <div key={at} className={styles.wide}>
        <table>
          <thead>
            <tr>
              {offer.head.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and none moves
                <th key={place} scope="col">
                  <Words words={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {offer.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and none moves
              <tr key={line}>
                {row.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no ids, and none moves
                  <td key={place}>
                    <Words words={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    ),
  )

/** The question as this candidate got it: their values, their order, their scenario. */
export const AskedQuestion = ({ question }: { readonly question: MarkedQuestion }) => {
  const { text } = useOffice()
  const { resolveUrl } = useHtmlReading()
  const scenario = question.scenario.filter((html) => html.trim() !== '')
  const resource = question.resource === undefined ? undefined : resolveUrl?.(question.resource)
  return (
    <div className={styles.question} dir="auto">
      {scenario.length > 0 && (
        <details className={styles.scenario}>
          <summary>{text('marking.scenario')}</summary>
          {scenario.map((html) => (
            <Html key={html} html={html} />
          ))}
        </details>
      )}
      {question.introduction.trim() !== '' && <Html html={question.introduction} />}
      <Html html={question.text} />
      <Offers offers={question.offers} />
      {question.recordings.map(({ title, url }) => (
        <figure key={url} className={styles.recording}>
          <figcaption>{title}</figcaption>
          {/* biome-ignore lint/a11y/useMediaCaption: a recording of the exam comes without */}
          <audio controls preload="none" aria-label={title} src={resolveUrl?.(url)} />
        </figure>
      ))}
      {resource !== undefined && (
        <a href={resource} target="_blank" rel="noopener noreferrer" className={styles.link}>
          {text('marking.resource')}
        </a>
      )}
      {question.part !== undefined && (
        <div className={styles.marked}>
          <Html html={question.part} />
        </div>
      )}
    </div>
  )
}
