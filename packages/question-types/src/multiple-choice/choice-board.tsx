import { useMemo } from 'react'
import { DragBoard } from '../drag-and-drop/board.tsx'
import { DragCard } from '../drag-and-drop/card.tsx'
import { DropPlace } from '../drag-and-drop/drop-place.tsx'
import { useKeptInSight } from '../drag-and-drop/panel-kept.ts'
import styles from '../option/option-list.module.css'
import { plainText } from '../option/panel-text.ts'
import type { ChoicesProps } from './choice-panel.tsx'
import panel from './panel.module.css'
import { TickRow } from './tick-row.tsx'

const optionsPlace = 'options'
const choicePlace = 'choice'

/** The options with their tick boxes, and a place for what is chosen: to drag an option there is to tick it. */
export const ChoiceBoard = ({ question, ticked, onToggle, disabled, renderHtml, text }: ChoicesProps) => {
  const names = useMemo(
    () => new Map(question.options.map((one) => [one.id, plainText(one.text) || one.id])),
    [question.options],
  )
  const cardOf = (id: string, place: string) => ({ item: id, name: names.get(id) ?? id, place })
  const htmlOf = (id: string) => question.options.find((one) => one.id === id)?.text ?? ''
  return (
    <DragBoard
      places={[
        { id: choicePlace, name: text('question.yourChoice') },
        { id: optionsPlace, name: text('question.options') },
      ]}
      accepts={(card, place) => place === optionsPlace || !ticked.includes(card.item)}
      disabled={disabled}
      text={text}
      renderCard={(card) => renderHtml(htmlOf(card.item))}
      onPut={(card, place) => onToggle(card.item, place === choicePlace)}
    >
      <p className={panel.limit}>{text('question.dragChoiceHelp')}</p>
      <div className={panel.board}>
        <DropPlace id={optionsPlace}>
          <div className={styles.list}>
            {question.options.map((option) => (
              <DragCard
                key={option.id}
                card={cardOf(option.id, optionsPlace)}
                byGripAlone
                isFixed={ticked.includes(option.id)}
                className={panel.draggable}
              >
                <TickRow
                  option={option}
                  isTicked={ticked.includes(option.id)}
                  onToggle={(isTicked) => onToggle(option.id, isTicked)}
                  disabled={disabled}
                  renderHtml={renderHtml}
                />
              </DragCard>
            ))}
          </div>
        </DropPlace>
        <section ref={useKeptInSight()} className={panel.choice} aria-label={text('question.yourChoice')}>
          <p className={panel.choiceName} aria-hidden="true">
            {text('question.yourChoice')}
          </p>
          <DropPlace id={choicePlace} className={panel.chosen}>
            {ticked.length === 0 && <p className={panel.empty}>{text('question.dragEmptyChoice')}</p>}
            {ticked.map((id) => (
              <DragCard key={id} card={cardOf(id, choicePlace)}>
                {renderHtml(htmlOf(id))}
              </DragCard>
            ))}
          </DropPlace>
        </section>
      </div>
    </DragBoard>
  )
}
