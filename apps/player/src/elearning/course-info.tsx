import { type CourseAttempt, courseInfo } from '@sitwell/contract'
import { useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './course-page.module.css'

/** Texts that this page has shown: the lessons come back after each one, and a text that comes later would move them from under a press. */
const shown = new Map<string, string>()

/** What a course says of itself, in the learner's language where the organisation has it; nothing if it doesn't come. */
export const CourseInfo = ({ course }: { readonly course: Pick<CourseAttempt, 'LearningObject_TextMessageID'> }) => {
  const { api, language, session } = usePlayer()
  const id = course.LearningObject_TextMessageID
  const orgID = session.client.id
  const langID = language.id
  const key = `${orgID}/${langID}/${id}`
  const [text, setText] = useState(() => shown.get(key) ?? '')
  useEffect(() => {
    if (id === null) return
    let isGone = false
    void api.call(courseInfo, { body: { orgID, langID, iDs: [id] } }).then((outcome) => {
      if (isGone || !outcome.ok) return
      const found = outcome.value.find((one) => one.id === id)?.text ?? ''
      shown.set(key, found)
      setText(found)
    })
    return () => {
      isGone = true
    }
  }, [api, id, orgID, langID, key])
  return text === '' ? null : (
    <p className={styles.info} data-testid="course-info">
      <bdi>{text}</bdi>
    </p>
  )
}
