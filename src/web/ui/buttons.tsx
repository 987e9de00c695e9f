import type { ComponentProps } from 'react'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'>

/** What a page, or a part of it, is there for. */
export const MainButton = (props: ButtonProps) => <button className="button" type="button" {...props} />

interface PlainButtonProps extends ButtonProps {
  /** What it does cannot be undone. */
  readonly isFinal?: boolean | undefined
}

/** Whatever else can be done there. */
export const PlainButton = ({ isFinal, ...props }: PlainButtonProps) => (
  <button className={isFinal ? 'button plain final' : 'button plain'} type="button" {...props} />
)
