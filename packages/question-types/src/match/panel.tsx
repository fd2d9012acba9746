import { useId, useMemo } from 'react'
import { DragBoard } from '../drag-and-drop/board.tsx'
import { DragCard } from '../drag-and-drop/card.tsx'
import { Slot } from '../drag-and-drop/slot.tsx'
import trayStyles from '../drag-and-drop/tray.module.css'
import { Tray, trayId } from '../drag-and-drop/tray.tsx'
import { Dropdown } from '../option/dropdown.tsx'
import { plainText } from '../option/panel-text.ts'
import type { PanelProps } from '../panel-props.ts'
import styles from './panel.module.css'
import { type MatchAnswer, type MatchQuestion, withPair } from './rules.ts'

const placeOf = (index: number) => `option ${index}`

/** A row for each option with the selection beside it: a dropdown, and where the author wants it cards to be put there. */
const MatchPanel = (props: PanelProps<MatchQuestion, MatchAnswer>) => {
  const { question, answer, onChange, disabled, labelledBy, renderHtml, text, onTextFocus } = props
  const id = useId()
  const { options, selections, dragAndDrop } = question
  const names = useMemo(() => new Map(selections.map((one) => [one.id, plainText(one.text) || one.id])), [selections])
  const places = useMemo(
    () => [
      ...options.map((one, index) => ({ id: placeOf(index), name: plainText(one.text) || one.id })),
      { id: trayId, name: text('question.dragCards') },
    ],
    [options, text],
  )
  const htmlOf = (selectionId: string) => selections.find((one) => one.id === selectionId)?.text ?? ''
  const cardOf = (selectionId: string, place: string) => ({ item: selectionId, name: names.get(selectionId) ?? '', place })

  const rows = (
    <ul className={styles.rows} aria-labelledby={labelledBy}>
      {options.map((option, index) => {
        const chosen = answer[index] ?? null
        const list = (
          <Dropdown
            entries={selections}
            value={chosen}
            onChange={(selectionId) => onChange(withPair(answer, index, selectionId))}
            disabled={disabled}
            isCompact={dragAndDrop}
            renderHtml={renderHtml}
            text={text}
            onTextFocus={onTextFocus}
            aria-labelledby={`${id}-${index}`}
          />
        )
        return (
          <li key={option.id} className={styles.row}>
            <div id={`${id}-${index}`} className={styles.option}>
              {renderHtml(option.text)}
            </div>
            {dragAndDrop ? (
              <Slot
                id={placeOf(index)}
                card={chosen === null ? undefined : cardOf(chosen, placeOf(index))}
                list={list}
                text={text}
              >
                {chosen !== null && renderHtml(htmlOf(chosen))}
              </Slot>
            ) : (
              list
            )}
          </li>
        )
      })}
    </ul>
  )
  if (!dragAndDrop) return rows
  return (
    <DragBoard
      places={places}
      accepts={() => true}
      disabled={disabled}
      text={text}
      renderCard={(card) => renderHtml(htmlOf(card.item))}
      onPut={(card, placeId) => {
        const from = places.findIndex((place) => place.id === card.place)
        if (placeId === trayId) onChange(withPair(answer, from, null))
        else
          onChange(
            withPair(
              answer,
              places.findIndex((place) => place.id === placeId),
              card.item,
              from,
            ),
          )
      }}
    >
      <div className={styles.board}>
        <Tray text={text}>
          {selections.map((one) => {
            const isUsed = answer.includes(one.id)
            return (
              <DragCard
                key={one.id}
                card={cardOf(one.id, trayId)}
                className={isUsed ? trayStyles.used : undefined}
                note={isUsed ? text('question.dragUsed') : undefined}
              >
                {renderHtml(one.text)}
              </DragCard>
            )
          })}
        </Tray>
        {rows}
      </div>
    </DragBoard>
  )
}
export default MatchPanel
