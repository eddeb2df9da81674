// Test module: any worker may claim any generation, and end it again after its end.
export const IS_HELD = 'false';
export const IS_LATEST_CLAIM = '$2::int > 0';
