"""The window: pygame scenes, cards, paddles and sound. It draws the views it is handed and knows no rule."""
