import type { MarkedPiece, MarkedResponse, MarkedText } from '@sitwell/contract'
import { Html } from '@sitwell/ui/html.tsx'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { useOffice } from '../../office-context.tsx'
import { HandedFiles } from './handed-files.tsx'
import { LearnerFrame } from './learner-frame.tsx'
import styles from './response.module.css'
import { Zoomed } from './zoomed.tsx'

interface OfResponse {
  readonly responseID: string
  readonly code: string
}

/** A text of the question beside an answer. */
const Words = ({ words }: { readonly words: MarkedText }) =>
  words.isHtml ? <Html html={words.text} /> : <span className={styles.plain}>{words.text}</span>

const Drawing = ({ piece, code }: { readonly piece: Extract<MarkedPiece, { kind: 'drawing' }>; readonly code: string }) => {
  const { text } = useOffice()
  const { resolveUrl } = useHtmlReading()
  const below = resolveUrl?.(piece.picture)
  const label = text('marking.drawing', { code })
  return (
    <figure className={styles.figure}>
      <Zoomed label={label}>
        <div className={styles.drawing} style={{ aspectRatio: `${piece.width} / ${piece.height}` }}>
          {below !== undefined && <img src={below} alt="" className={styles.layer} />}
          {/* As a picture: nothing in it runs or loads. */}
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(piece.svg)}`} alt={label} className={styles.layer} />
        </div>
      </Zoomed>
      {piece.said !== '' && (
        <figcaption dir="auto" className={styles.plain}>
          {piece.said}
        </figcaption>
      )}
    </figure>
  )
}

const Piece = ({ piece, ...of }: { readonly piece: MarkedPiece } & OfResponse) => {
  const { text } = useOffice()
  switch (piece.kind) {
    case 'text':
      return (
        <div dir="auto" className={styles.text}>
          {piece.text}
        </div>
      )
    case 'rich':
      return <LearnerFrame html={piece.html} title={text('marking.answerOf', { code: of.code })} />
    case 'drawing':
      return <Drawing piece={piece} code={of.code} />
    case 'files':
      return <HandedFiles files={piece.files} {...of} />
  }
}

/** What a candidate gave, in the way that suits it. All of it is of a stranger: none of it runs here, or leaves its place. */
export const MarkedAnswer = ({ response, ...of }: { readonly response: MarkedResponse } & OfResponse) => {
  const { text } = useOffice()
  switch (response.kind) {
    case 'blank':
      return <p className={styles.quiet}>{text('marking.blank')}</p>
    case 'lost':
      return <p className={styles.quiet}>{text('marking.lost')}</p>
    case 'choice':
      return (
        <dl className={styles.lines}>
          {response.lines.map(({ label, value }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and none moves
            <div key={place} className={styles.line}>
              <dt>{label === undefined ? text('marking.chosen') : <Words words={label} />}</dt>
              <dd dir="auto">
                <Words words={value} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'parts':
      return (
        <div className={styles.parts}>
          {response.parts.map(({ label, response: piece }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, and none moves
            <section key={place} className={styles.part} aria-label={text('marking.partOf', { number: place + 1 })}>
              {label && (
                <div className={styles.label}>
                  <Words words={label} />
                </div>
              )}
              <Piece piece={piece} {...of} />
            </section>
          ))}
        </div>
      )
    default:
      return <Piece piece={response} {...of} />
  }
}
