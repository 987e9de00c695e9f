/**
 * For what has got the focus by a key: the browser leaves it where it is half in sight, or under something that stays in
 * place. A pressed button must not move.
 */
export function bringIntoSight(target: EventTarget | null): void {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
