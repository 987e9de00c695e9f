import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice/notice.tsx'

/** What a pressed button comes to. On a phone the place below a button is often under the tabs. */
export function AnswerNotice(props: ComponentProps<typeof Notice>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Notice {...props} />
    </div>
  )
}
