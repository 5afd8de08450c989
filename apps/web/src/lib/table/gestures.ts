import type { Point } from './layout.ts'

/** What a gesture needs to know of a pointer event. */
export interface PointerInput extends Point {
  readonly pointerId: number
  readonly pointerType: string
  /** The button that was pressed, as the DOM numbers them: 0 is the main one. */
  readonly button: number
  /** The buttons that are down. */
  readonly buttons: number
  /** Milliseconds, from any origin. */
  readonly time: number
}

/** What gestures mean. `T` is what was pressed. */
export interface GestureHandlers<T> {
  /** What lies under a point, if it can be pressed at all. */
  press(point: Point): T | undefined
  /** Pressed and let go. */
  tap(pressed: T): void
  /** Whether the pressed thing can be dragged; called once, when the pointer has gone far enough. */
  lift(pressed: T, start: Point): boolean
  /** The held thing is this far from where it lay; `at` is the pointer. */
  drag(offset: Point, at: Point): void
  /** Let go. */
  drop(offset: Point, at: Point): void
  /** Taken away by the system or the player: everything as it was. */
  putBack(): void
}

/** Farther than this, in pixels, and a press is a drag. A finger rolls more than a mouse slips. */
const DRAG_DISTANCE = { mouse: 6, other: 9 } as const
/** Two taps on one thing within this many milliseconds are one gesture. */
const DOUBLE_TAP_MS = 300
/** Taps no farther apart than this, in pixels, are on one thing, whatever lies there by then. */
const DOUBLE_TAP_DISTANCE = 12

type State<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pressed'; readonly id: number; readonly start: PointerInput; readonly pressed: T }
  | { readonly kind: 'dragging'; readonly id: number; readonly start: PointerInput }
  /** Pressed something that cannot be dragged, and moved away. */
  | { readonly kind: 'spent'; readonly id: number }

/**
 * One pointer's presses as taps and drags. Knows no DOM and no cards. While one pointer is down, no other counts; only the main
 * button does; a chord of buttons puts everything back.
 */
export class Gestures<T> {
  readonly #handlers: GestureHandlers<T>
  #state: State<T> = { kind: 'idle' }
  #lastTap: { readonly time: number; readonly at: Point; readonly pressed: T } | undefined

  constructor(handlers: GestureHandlers<T>) {
    this.#handlers = handlers
  }

  get dragging(): boolean {
    return this.#state.kind === 'dragging'
  }

  /** A pointer goes down. Answers whether it is this gesture's, so that the caller captures it. */
  down(input: PointerInput): boolean {
    if (this.#state.kind !== 'idle' || input.button !== 0 || !isMainOnly(input)) return false
    const pressed = this.#handlers.press(input)
    if (pressed === undefined) return false
    this.#state = { kind: 'pressed', id: input.pointerId, start: input, pressed }
    return true
  }

  move(input: PointerInput): void {
    if (!this.#isOurs(input)) return
    if (!isMainOnly(input)) this.cancel(input)
    if (this.#state.kind === 'pressed' && isFar(this.#state.start, input)) this.#lift(this.#state)
    if (this.#state.kind === 'dragging') this.#handlers.drag(offsetOf(this.#state.start, input), input)
  }

  up(input: PointerInput): void {
    if (!this.#isOurs(input)) return
    // The last stretch may come without a move of its own.
    if (this.#state.kind === 'pressed' && isFar(this.#state.start, input)) this.#lift(this.#state)
    const state = this.#state
    this.#state = { kind: 'idle' }
    if (state.kind === 'dragging') this.#handlers.drop(offsetOf(state.start, input), input)
    else if (state.kind === 'pressed') this.#tap(state.pressed, input)
  }

  /** The pointer is lost: taken by the browser, by another element, or by a second button. */
  cancel(input: Pick<PointerInput, 'pointerId'>): void {
    if (!this.#isOurs(input)) return
    const wasDragging = this.#state.kind === 'dragging'
    this.#state = { kind: 'idle' }
    if (wasDragging) this.#handlers.putBack()
  }

  /** Ends whatever goes on, as if the pointer were lost. */
  reset(): void {
    if (this.#state.kind !== 'idle') this.cancel({ pointerId: this.#state.id })
  }

  #isOurs({ pointerId }: Pick<PointerInput, 'pointerId'>): boolean {
    return this.#state.kind !== 'idle' && this.#state.id === pointerId
  }

  #lift({ id, start, pressed }: Extract<State<T>, { kind: 'pressed' }>): void {
    this.#lastTap = undefined
    this.#state = this.#handlers.lift(pressed, start) ? { kind: 'dragging', id, start } : { kind: 'spent', id }
  }

  #tap(pressed: T, input: PointerInput): void {
    const last = this.#lastTap
    const again =
      last !== undefined &&
      input.time - last.time <= DOUBLE_TAP_MS &&
      (last.pressed === pressed || distance(last.at, input) <= DOUBLE_TAP_DISTANCE)
    // A third tap starts a new gesture.
    this.#lastTap = again ? undefined : { time: input.time, at: { x: input.x, y: input.y }, pressed }
    if (!again) this.#handlers.tap(pressed)
  }
}

const isMainOnly = ({ buttons }: PointerInput): boolean => buttons === 1

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const isFar = (start: PointerInput, now: PointerInput): boolean =>
  distance(start, now) > (start.pointerType === 'mouse' ? DRAG_DISTANCE.mouse : DRAG_DISTANCE.other)

const offsetOf = (start: Point, now: Point): Point => ({ x: now.x - start.x, y: now.y - start.y })
