import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { ChooseReceivers } from './choose-receivers.tsx'
import { coursePath } from './course-columns.ts'
import { CourseFrame } from './course-frame.tsx'
import styles from './courses.module.css'
import { PreviewStep } from './preview-step.tsx'
import { TakeDialog } from './take-dialog.tsx'
import { useCourse } from './use-course.ts'
import { useGiving } from './use-giving.ts'

/** A heading that takes the focus as its step comes, but not with the page. */
const useFocusWith = (step: unknown) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step) heading.current?.focus()
    before.current = step
  }, [step])
  return heading
}

/** Gives a course to people and groups: who, what would become of each, and only then the change. */
const Give = ({ courseGuid, name }: { readonly courseGuid: string; readonly name: string }) => {
  const { text } = useOffice()
  const giving = useGiving(courseGuid)
  const { shown, done, setDone } = giving
  const [isTaking, setTaking] = useState(false)
  const heading = useFocusWith(shown?.preview.hash)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done !== undefined && !isTaking) result.current?.focus()
  }, [done, isTaking])
  const changed = done?.changed ?? []
  return (
    <div className={styles.page}>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setDone(undefined)}>{done?.notice}</Notice>
        {changed.length > 0 && (
          <div className={styles.acts}>
            <Button className={styles.press} onPress={() => setTaking(true)}>
              {text('courses.take.back')}
            </Button>
          </div>
        )}
      </div>
      {shown === undefined ? (
        <ChooseReceivers giving={giving} heading={heading} />
      ) : (
        <PreviewStep giving={giving} shown={shown} heading={heading} />
      )}
      {isTaking && (
        <TakeDialog
          course={{ courseGuid, name }}
          userIDs={changed}
          onDone={(notice) => {
            setTaking(false)
            setDone({ notice, changed: [] })
          }}
          onClose={() => setTaking(false)}
        />
      )}
    </div>
  )
}

/** The page on which a course is given. */
const GivePage = ({ courseGuid }: { readonly courseGuid: string }) => {
  const { text } = useOffice()
  const { data, error, isError, refetch } = useCourse(courseGuid)
  const name = data?.course.name
  return (
    <CourseFrame
      title={name === undefined ? undefined : text('courses.give.title', { name })}
      above={<OfficeLink to={coursePath(courseGuid)}>{name ?? text('courses.heading')}</OfficeLink>}
      missing={text('courses.notFound')}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {name !== undefined && <Give courseGuid={courseGuid} name={name} />}
    </CourseFrame>
  )
}

export default GivePage
