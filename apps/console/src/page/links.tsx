// Links to pages of the console: such as look like buttons, and such as stand in a text.
import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** What an element of Mantine takes that is a link. */
type LinkProps<P> = P & Omit<ComponentProps<'a'>, keyof P>;

export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);
export const TextLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);
