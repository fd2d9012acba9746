import { stepperOf } from '@sitwell/exam/media/pdf-view'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import styles from './page-stepper.module.css'
import { useViewer } from './viewer-context.tsx'

/** Leads through the pages: a dot for each of up to ten, above that a bar that fills, and the page's number to type (spec 3 §2). */
export const PageStepper = ({
  page,
  pages,
  onGo,
}: {
  readonly page: number
  readonly pages: number
  onGo(page: number): void
}) => {
  const { text } = useViewer()
  const id = useId()
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const go = (event: SyntheticEvent) => {
    event.preventDefault()
    const wanted = Number.parseInt(typed, 10)
    if (Number.isNaN(wanted)) setTyped(String(page))
    else onGo(wanted)
  }
  const pageOf = text('pdf.pageOf', { page, pages })
  return (
    <nav aria-label={text('pdf.pages')} className={styles.stepper}>
      <Button
        variant="quiet"
        isIcon
        aria-label={text('pdf.previousPage')}
        isDisabled={page <= 1}
        onPress={() => onGo(page - 1)}
      >
        <Icon name="previous" />
      </Button>
      {stepperOf(pages) === 'dots' ? (
        <ol className={styles.dots}>
          {Array.from({ length: pages }, (_, index) => index + 1).map((each) => (
            <li key={each}>
              <button
                type="button"
                className={styles.dot}
                aria-label={text('pdf.page', { page: each })}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onGo(each)}
              />
            </li>
          ))}
        </ol>
      ) : (
        <progress className={styles.bar} value={page} max={pages} aria-label={pageOf} />
      )}
      <form className={styles.place} onSubmit={go}>
        <label htmlFor={id} className={styles.spoken}>
          {text('pdf.goToPage')}
        </label>
        <input
          id={id}
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          size={String(pages).length + 1}
          maxLength={5}
          onChange={(event) => setTyped(event.target.value)}
          // Taken here, so that no shortcut of the page around the viewer acts on it too.
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event)
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(String(page))}
        />
        <span className={styles.of}>{text('pdf.ofPages', { pages })}</span>
      </form>
      <Button
        variant="quiet"
        isIcon
        aria-label={text('pdf.nextPage')}
        isDisabled={page >= pages}
        onPress={() => onGo(page + 1)}
      >
        <Icon name="next" />
      </Button>
      <p role="status" className={styles.spoken}>
        {pageOf}
      </p>
    </nav>
  )
}
