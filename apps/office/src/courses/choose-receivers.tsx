import { Problem } from '@sitwell/office-ui/form.tsx'
import { Tabs } from '@sitwell/office-ui/tabs.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { type RefObject, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ChooseGroups, ChoosePeople } from './choose-tables.tsx'
import styles from './courses.module.css'
import { type Giving, isNobody } from './use-giving.ts'

/** The first step: who gets the course. */
export const ChooseReceivers = ({
  giving: { choice, setChoice, problem, isPending, preview },
  heading,
}: {
  readonly giving: Giving
  readonly heading: RefObject<HTMLHeadingElement | null>
}) => {
  const { text } = useOffice()
  const [tab, setTab] = useState('people')
  const { people, groups, again } = choice
  const chosen = {
    people: text('courses.give.chosen.people', { count: people.keys.size }),
    groups: text('courses.give.chosen.groups', { count: groups.keys.size }),
  }
  return (
    <>
      <p className={styles.explain}>{text('courses.give.explain')}</p>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {text('courses.give.choose')}
      </h2>
      <Tabs
        label={text('courses.give.choose')}
        current={tab}
        onCurrent={setTab}
        tabs={[
          {
            ...{ id: 'people', title: text('courses.give.people') },
            content: <ChoosePeople selection={people} onSelection={(next) => setChoice({ ...choice, people: next })} />,
          },
          {
            ...{ id: 'groups', title: text('courses.give.groups') },
            content: <ChooseGroups selection={groups} onSelection={(next) => setChoice({ ...choice, groups: next })} />,
          },
        ]}
      />
      <Checkbox isSelected={again} onChange={(next) => setChoice({ ...choice, again: next })}>
        {text('courses.give.again')}
      </Checkbox>
      <p role="status" className={styles.quiet}>
        {isNobody(choice) ? '' : text('courses.give.chosen', chosen)}
      </p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className={styles.acts}>
        <Button variant="primary" className={styles.press} isPending={isPending} onPress={() => void preview()}>
          {text('courses.give.preview')}
        </Button>
      </div>
    </>
  )
}
