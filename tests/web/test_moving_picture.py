"""A browser sees all pictures of a moving one, each for as long as it is to be shown."""

from base64 import b64encode

from playwright.sync_api import Page

from tools.moving_picture import moving_picture

SEEN = """async (encoded) => {
  const data = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: "image/png" });
  await decoder.tracks.ready;
  await decoder.completed;
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    frames.push([image.codedWidth, image.codedHeight, image.duration / 1000]);
  }
  return frames;
}"""


def test_a_browser_sees_all_of_it(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 240})
    pictures = []
    for path in ("/", "/limits"):
        page.goto(path)
        pictures.append(page.screenshot())
    encoded = b64encode(moving_picture(pictures, 1500)).decode()
    assert page.evaluate(SEEN, encoded) == [[320, 240, 1500]] * 2
