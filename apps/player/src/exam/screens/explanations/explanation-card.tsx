import { type ExplanationCard as Card, type Explanation, supports } from '@sitwell/exam/paper/explanations'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { Layer } from '@sitwell/layer/layer.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { usePlayer } from '../../../context/player-context.tsx'
import { shortText } from '../question/short-text.ts'
import styles from './explanations.module.css'
import { bySupport, inLanguage } from './explanations-of.ts'

type Words = Catalogue['text']

/** What stands over each kind of card. */
const headings: Readonly<Record<Card['support'], MessageId>> = {
  glossary: 'explanations.glossary',
  simplified: 'explanations.simplified',
  guidance: 'explanations.guidance',
  picture: 'explanations.picture',
  description: 'explanations.description',
  translation: 'explanations.translation',
  spoken: 'explanations.spoken',
  pronunciation: 'explanations.pronunciation',
  braille: 'explanations.braille',
}

/** The name of a language in the learner's own; its tag where no browser knows it. */
const nameOfLanguage = (tag: string, language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

const takeFocus = (card: HTMLElement | null) => card?.focus({ preventScroll: true })

/** In a text of another language nothing is explained again. */
const inCard = { Explained: undefined }

/** The cards of one support; if there are several languages the learner chooses, and theirs stands first. */
const SupportCards = ({
  support,
  cards,
  words,
}: {
  readonly support: Card['support']
  readonly cards: readonly Card[]
  readonly words: Words
}) => {
  const { language } = usePlayer()
  const [chosen, setChosen] = useState<string>()
  const languages = [...new Set(cards.map(({ lang }) => lang))]
  const first = inLanguage(cards, language.code)
  const lang = languages.find((one) => one === chosen) ?? first?.lang
  const shown = cards.filter((one) => one.lang === lang)
  const name = (tag: string | undefined) =>
    tag === undefined ? words('explanations.asInText') : nameOfLanguage(tag, language.code)
  return (
    <section className={styles.support}>
      <h3 className={styles.supportHeading}>
        <span>{words(headings[support])}</span>
        {languages.length === 1 && lang !== undefined && support === 'translation' && <span>{` (${name(lang)})`}</span>}
      </h3>
      {languages.length > 1 && (
        <label className={styles.languages}>
          <span>{words('explanations.language')}</span>
          <select value={lang ?? ''} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {languages.map((tag) => (
              <option key={tag ?? ''} value={tag ?? ''}>
                {name(tag)}
              </option>
            ))}
          </select>
        </label>
      )}
      {shown.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a language never change places
        <div key={`${lang} ${index}`} lang={card.lang} className={styles.content}>
          <Html html={card.text} />
        </div>
      ))}
    </section>
  )
}

/** Height, in the size of texts that the browser is set to, below which a card can't stand near its words: it has the window. */
const lowWindow = '(max-height: 33.75em)'

/** What explains some words, in a card near them; in a low window over the page. Escape closes it, and the focus goes back. */
export const ExplanationCard = ({
  explanation,
  title,
  trigger,
  words,
  onClose,
}: {
  readonly explanation: Explanation
  /** The words that are explained. */
  readonly title: string
  readonly trigger: HTMLElement
  readonly words: Words
  onClose(): void
}) => {
  const [isLow] = useState(() => matchMedia(lowWindow).matches)
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger])
  // Escape may be pressed before the focus has come into the card, or while it is nowhere on its way there.
  const onClosed = useRef(onClose)
  onClosed.current = onClose
  useLayoutEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClosed.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // The library gives the focus back only if the card has had it; the words may have lost it before, as all behind a card does.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) trigger.focus()
      })
    },
    [trigger],
  )
  const close = (isOpen: boolean) => {
    if (!isOpen) onClose()
  }
  const name = title === '' ? words('explanations.explanation') : shortText(title)
  const label = title === '' ? name : words('explanations.of', { words: name })
  const card = (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        <Button isIcon variant="quiet" aria-label={words('explanations.close')} onPress={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <HtmlReadingProvider reading={inCard}>
        {bySupport(explanation, supports).map((one) => (
          <SupportCards key={one.support} {...one} words={words} />
        ))}
      </HtmlReadingProvider>
    </>
  )
  if (isLow)
    return (
      <Layer look={{ veil: styles.veil, dialog: `${styles.over} ${styles.card}` }} name={label} isDismissable onClose={onClose}>
        {card}
      </Layer>
    )
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      offset={8}
      containerPadding={8}
      className={styles.near ?? ''}
      onOpenChange={close}
    >
      <section ref={takeFocus} role="dialog" tabIndex={-1} className={styles.card} aria-label={label}>
        {card}
      </section>
    </Popover>
  )
}
