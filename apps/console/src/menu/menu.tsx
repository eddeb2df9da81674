// A button, and what it opens below itself. The browser opens and closes it (by Esc and by a click elsewhere), and moves the focus.
import { Button, type ButtonProps } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import classes from './menu.module.css';

interface MenuProps {
  /** Draws the button, which must get these properties. */
  button: (opens: { popoverTarget: string; style: { anchorName: string } }) => ReactNode;
  /** Names what is opened. */
  label: string;
  /** What is opened; it is in the page only while it is open. `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** The menu. In a browser without anchors, what it opens stands in the middle of the window. */
export function Menu({ button, label, children }: MenuProps): ReactNode {
  const id = useId();
  const opened = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const anchor = `--${id}`;
  return (
    <>
      {button({ popoverTarget: id, style: { anchorName: anchor } })}
      <div
        ref={opened}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={classes.menu}
        style={{ positionAnchor: anchor }}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Only afterwards: the browser moves the focus back if the element that has it is still in the page.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {isOpen && children(() => opened.current?.hidePopover())}
      </div>
    </>
  );
}

interface MenuButtonProps extends Pick<MenuProps, 'children'>, Omit<ButtonProps, 'children'> {
  /** The words on the button. */
  label: string;
}

/** A menu that a button with words opens. */
export function MenuButton({ label, children, ...look }: MenuButtonProps): ReactNode {
  return (
    <Menu
      label={label}
      button={(opens) => (
        <Button variant="default" {...look} {...opens}>
          {label}
        </Button>
      )}
    >
      {children}
    </Menu>
  );
}

interface MenuItemProps {
  /** True for the one that is shown at present. */
  isCurrent?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Something to choose in a menu, which closes then; draws a button of the width of the menu. */
export function MenuItem({ isCurrent = false, onClick, children }: MenuItemProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.item}
      aria-current={isCurrent || undefined}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {children}
    </button>
  );
}
