// What the passwords that are used most are made of: the words that stay when case, digits for
// letters and the digits and signs at both ends are taken away. Put together by hand from what the
// rankings of leaked passwords published every year have in common, names and words of several
// languages among them, and our own name. `password-rules.ts` derives the passwords from them:
// each stands for some hundred thousand.

const WORDS = `
password passwd passwort motdepasse contrasena contraseña senha parola hasło haslo heslo salasana
wachtwoord lozinka jelszo sandi katasandi katalaluan pass passw pword pwd mypass mypassword
password password secret secreto geheim topsecret letmein letmeinnow openup opensesame open access
accessgranted enter changeme changemenow change changeit default temp temporary temppass test
testing tester testtest testuser demo demouser sample example guest user username admin
administrator adminadmin root rootroot toor superuser super supervisor manager master masterkey
mastermaster login logon signin welcome welcomeback welcomehome hello hellohello hellothere
helloworld hallo hallowelt bonjour hola ciao namaste konnichiwa sawasdee merhaba xinchao
qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop azerty azertyui azertyuiop asdf asdfgh
asdfghjk asdfghjkl asdfasdf zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwer qwerasdf
wasd poiuyt poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc xyz
iloveyou iloveu ilovegod ilovejesus ilovehim iloveher iloveme ilovemom ilovemymom ilovemyself
iloveyoubaby loveyou loveu loveme lovely lovelove lover lovers love amor amore amour jetaime teamo
tequiero tiamo ichliebedich aishiteru saranghae seniseviyorum miamor mylove mylife myself forever
foreveryoung always together kissme kisses kissmyass hugs sweetheart sweetie sweety sweet honey
honeybee babe baby babyboy babygirl babygurl babydoll babybaby darling dearest beautiful pretty
prettygirl princess princesa princesse prinzessin prince queen king kingkong angel angels angela
angelo angelica angelito goddess god godisgood godbless blessed blessing jesus jesuschrist jesus
christ jehovah allah muhammad bismillah inshallah mashallah alhamdulillah buddha krishna ganesh
shiva hanuman jaishreeram heaven faith faithful hope peace grace trustno trustnoone believe
believer nothing whatever nevermind something anything everything
sunshine sunflower sunny sunset sunday monday tuesday wednesday thursday friday saturday january
february march april may june july august september october november december spring summer
autumn winter summertime season snowball snowflake snowman rainbow raindrop rain thunder lightning
storm hurricane tornado moonlight moonbeam moon star stars stargate starlight starfish starwars
startrek galaxy universe planet earth ocean river mountain forest flower flowers roses rose lily
daisy jasmine violet tulip cherry orange banana apple applepie strawberry blueberry peaches peach
lemon melon mango kiwi cookie cookies chocolate chocolat candy candyman cupcake muffin pancake
butter cheese cheesecake pizza burger coffee sugar ginger pepper pepper vanilla cinnamon
dragon dragons dragonball dragonfly monkey monkeys gorilla tiger tigers tigger lion lions panther
panthers leopard cheetah elephant giraffe zebra rhino hippo eagle eagles falcon hawk phoenix raven
dolphin dolphins shark whale penguin turtle frog froggy snake cobra python viper spider spiderman
scorpion butterfly ladybug bumblebee honeybee kitty kitten kittycat hellokitty cat cats puppy doggy
dog dogs wolf wolfpack wolves fox bear bears teddy teddybear bunny rabbit hamster pony horse horses
mustang stallion bulldog bulldogs rottweiler buster buddy bella lucky lucky max molly maggie sadie
shadow smokey rocky rusty sparky snoopy scooby scoobydoo garfield mickey mickeymouse minnie
minniemouse donald donaldduck goofy pluto tweety bugsbunny batman superman superstar superhero
spongebob pokemon pikachu naruto sasuke sakura onepiece goku vegeta sonic mario luigi zelda
superman wonderwoman ironman captain captainamerica avengers transformers terminator matrix
trustme gandalf frodo hobbit harrypotter potter hogwarts dumbledore voldemort
football futbol fussball soccer baseball basketball volleyball softball hockey tennis golf golfer
rugby cricket swimming running surfing skateboard snowboard boxing wrestling karate ninja samurai
chelsea liverpool arsenal manchester manutd manunited mancity tottenham everton newcastle celtic
rangers barcelona barca realmadrid madrid atletico juventus milan inter intermilan roma napoli
bayern bayernmunchen dortmund schalke ajax benfica porto sporting galatasaray fenerbahce besiktas
flamengo corinthians palmeiras saopaulo bocajuniors riverplate ronaldo messi neymar beckham zidane
maradona pele kobe jordan michaeljordan lebron yankees redsox cubs cowboys steelers packers
raiders patriots broncos dolphins giants lakers celtics bulls heat redwings canucks
charlie michael michelle jennifer jessica ashley amanda nicole daniel danielle andrew matthew
joshua anthony william robert thomas james david john jonathan joseph jason justin jordan brandon
christian christopher christina christine nicholas samantha elizabeth stephanie melissa rebecca
patricia veronica victoria vanessa natalie natasha katherine kimberly hannah heather sarah rachel
lauren taylor morgan madison alexander alexandra alexandre alexis andrea angelina anna annabelle
maria mariana marina martin martina carlos fernando alejandro antonio francisco gabriel gabriela
guillermo eduardo ricardo roberto sebastian santiago valentina camila isabella sofia daniela
carolina claudia patrick benjamin samuel jackson george richard charles steven kevin brian eric
oliver harrison leonardo lorenzo giovanni francesca giuseppe alessandro alessandra federica
mohamed mohammed ahmed abdullah fatima aisha hassan hussein mehmet mustafa ayse emre priya rahul
sachin rohit deepak krishna lakshmi anjali siti nurul budi dewi agung putri somchai nguyen
dmitry sergey natalia svetlana vladimir ekaterina marketa tomas jakub tereza lukas
computer laptop keyboard internet network server system windows microsoft google facebook youtube
twitter instagram linkedin myspace yahoo hotmail gmail apple iphone samsung nokia motorola android
linux ubuntu oracle cisco netgear linksys database program programmer developer security hacker
hacked hacking killer killers killme killbill gangster gangsta playboy player playa gamer games
gameover minecraft fortnite roblox counterstrike callofduty warcraft worldofwarcraft starcraft
leagueoflegends diablo playstation xbox nintendo
freedom liberty america american usa england london paris berlin tokyo newyork california texas
florida chicago boston dallas austin denver phoenix houston miami canada mexico brazil brasil
argentina colombia espana france francais deutschland germany italia italy russia rossiya
ukraine turkey turkiye istanbul india indian indonesia jakarta malaysia singapore thailand vietnam
philippines hongkong taiwan china japan korea australia sydney africa
money moneymoney moneyman cash cashmoney dollar dollars million millionaire billion billionaire
rich richman gold golden silver diamond diamonds platinum crystal treasure bitcoin ethereum crypto
trade trader trading forex invest investor broker profit wallet bank banking finance stock stocks
truetick truetrick
metallica slipknot nirvana acdc ironmaiden blink eminem tupac tupacshakur marley bobmarley beatles
elvis madonna rihanna beyonce shakira justinbieber onedirection bts blackpink music musica guitar
drummer piano rockstar rocknroll rock hiphop
mother mommy mum mama mami dad daddy papa papi father brother sister family familia famille
familie friend friends friendship bestfriend bestfriends amigo amigos children kids
biteme fuckyou fuckoff fuckme fuck asshole bitch bitches shit bullshit sex sexy sexyboy sexygirl
sexybitch sexylady hottie hotgirl hotstuff naughty pussy pussycat dick cocks boobs porn porno
happy happyday happiness smile smiley smiles laugh cool coolboy coolcat coolgirl coolio awesome
amazing perfect fantastic special crazy lazy funny silly stupid idiot loser genius legend
champion champ winner winning victory success power powerful strong energy force fire fireball
firefly fireman blaze ice iceman icecream magic magical mystery dream dreamer dreams dreaming
wonder wonderful wonderland paradise eternity destiny fantasy pirate pirates knight warrior
soldier hunter ranger marine marines army navy airforce police fireman doctor nurse teacher student
school college university ferrari porsche mercedes bmw audi toyota honda yamaha suzuki kawasaki
harley harleydavidson corvette camaro mustang chevrolet chevy ford jaguar bugatti lamborghini
purple yellow green blue black white red pink brown grey orange blackcat blackjack blackbird
bluebird redrose whitehouse
woaini woaiwojia wobuzhidao zhongguo woaini woshishui mima ceshi caonima anhyeuem matkhau
khongbiet emyeuanh sayang sayangku cintaku akusayangkamu kucing bismillah rahasia cinta
hesap sifre sifreyok istanbul askim canim parola bilgisayar
minhasenha mudar brasil teamomais deusefiel jesuscristo estrela felicidade
marseille doudou chouchou loulou coucou soleil papillon chocolat nicolas camille
schatz schatzi hallo ficken sommer winter passwort sonnenschein schalke hamburg
`;

export const GUESSED_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
