import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DragBoard } from '../drag-and-drop/board.tsx'
import { DragCard } from '../drag-and-drop/card.tsx'
import trayStyles from '../drag-and-drop/tray.module.css'
import { Tray, trayId } from '../drag-and-drop/tray.tsx'
import { plainText } from '../option/panel-text.ts'
import type { PanelProps } from '../panel-props.ts'
import { TypingArea } from '../typing/typing-area.tsx'
import { BlankField } from './blank-field.tsx'
import { withoutOtherBrackets } from './blank-tokens.ts'
import styles from './panel.module.css'
import { type BlankHost, hostBlanks } from './panel-hosts.ts'
import { type BlanksAnswer, type BlanksQuestion, blanksOf, fits, withValue } from './rules.ts'

/** The question's text with its blanks in it. What the text doesn't show, such as a blank in a formula, stands below it. */
const BlanksPanel = (props: PanelProps<BlanksQuestion, BlanksAnswer>) => {
  const { question, answer, onChange, disabled, labelledBy, renderHtml, text, onTextFocus } = props
  const box = useRef<HTMLDivElement>(null)
  const [hosts, setHosts] = useState<readonly BlankHost[]>([])
  const blanks = useMemo(() => blanksOf(question), [question])
  const html = useMemo(() => withoutOtherBrackets(question.text), [question.text])
  const shown = useMemo(() => renderHtml(html), [renderHtml, html])
  useLayoutEffect(() => {
    const element = box.current
    // Where the text was written anew, its blanks have to be found again.
    if (!element || (hosts.length > 0 && hosts.every((host) => element.contains(host.element)))) return
    const found = hostBlanks(element)
    if (found.length > 0) setHosts(found)
  })

  const values = useMemo(() => [...new Set(blanks.flatMap(({ options }) => options?.map((one) => one.text) ?? []))], [blanks])
  const hasCards = question.dragAndDrop && values.length > 0
  // A blank may stand in the text twice: each has a place of its own.
  const unseen = blanks.filter(({ id }) => !hosts.some((host) => host.blankId === id))
  const slots = [...hosts, ...unseen.map(({ id }) => ({ blankId: id, element: undefined }))].map((host, at) => ({
    ...host,
    index: blanks.findIndex(({ id }) => id === host.blankId),
    place: `${host.blankId} ${at}`,
  }))
  const indexOf = (place: string) => slots.find((slot) => slot.place === place)?.index ?? -1

  const fields = slots.map(({ element, index, place }) => {
    const blank = blanks[index]
    if (!blank) return null
    const field = (
      <BlankField
        key={place}
        blank={blank}
        number={index + 1}
        value={answer[index] ?? ''}
        onChange={(value) => onChange(withValue(answer, index, value))}
        place={hasCards ? place : undefined}
        disabled={disabled}
        renderHtml={renderHtml}
        text={text}
        onTextFocus={onTextFocus}
      />
    )
    return element ? (
      createPortal(field, element, place)
    ) : (
      <p key={place} className={styles.unseen}>
        <span>{text('question.blank', { number: index + 1 })}</span> {field}
      </p>
    )
  })
  const content = (
    <TypingArea text={text} onTextFocus={onTextFocus}>
      <div role="group" aria-labelledby={labelledBy} aria-disabled={disabled || undefined}>
        <div ref={box} className={styles.text}>
          {shown}
        </div>
        {fields}
      </div>
    </TypingArea>
  )
  if (!hasCards) return content
  return (
    <DragBoard
      places={[
        ...slots.map(({ place, index }) => ({ id: place, name: text('question.blank', { number: index + 1 }) })),
        { id: trayId, name: text('question.dragCards') },
      ]}
      accepts={(card, place) => {
        const blank = blanks[indexOf(place)]
        return place === trayId || (blank?.options !== undefined && fits(blank, card.item))
      }}
      disabled={disabled}
      text={text}
      renderCard={(card) => renderHtml(card.item)}
      onPut={(card, place) => {
        const from = indexOf(card.place)
        onChange(place === trayId ? withValue(answer, from, '') : withValue(answer, indexOf(place), card.item, from))
      }}
    >
      <div className={styles.board}>
        <Tray text={text}>
          {values.map((value) => {
            const isUsed = answer.includes(value)
            return (
              <DragCard
                key={value}
                card={{ item: value, name: plainText(value) || value, place: trayId }}
                className={isUsed ? trayStyles.used : undefined}
                note={isUsed ? text('question.dragUsed') : undefined}
              >
                {renderHtml(value)}
              </DragCard>
            )
          })}
        </Tray>
        {content}
      </div>
    </DragBoard>
  )
}
export default BlanksPanel
